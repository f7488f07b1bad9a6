import { Mail, User, Users } from 'lucide-react'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { newInvitation } from '#shared/invitation-forms.ts'
import type { Invitation } from '#shared/invitations.ts'
import { noteMaxLength } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import { optionalText } from '#shared/text.ts'
import { audienceOf } from '#web/lib/audience.ts'
import { weekAfter } from '#web/lib/date-time.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'
import { DateTimeField } from '#web/ui/date-time-field.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { emailList } from './email-list.ts'
import { InvitationSections } from './invitation-sections.tsx'

const forOne = z.extend(newInvitation, {
  expiresAt: z.nullable(z.iso.datetime('Date input not valid.')),
  message: optionalText('Message', noteMaxLength),
  addresses: z.string(),
})
const forSeveral = z.extend(forOne, { name: z.string(), addresses: emailList })

export type InvitationInput = z.infer<typeof forOne>

const blank: z.input<typeof forOne> = {
  name: '',
  email: null,
  rights: { download: null, comment: null, choose: null, add: null },
  sections: null,
  expiresAt: null,
  message: '',
  addresses: '',
}

function permissionsOf({ comments, holdGuestComments, choiceLimit, approveUploads }: Link, mayComment: boolean) {
  const isForGuests = comments === 'guests' || mayComment
  const guestHint = holdGuestComments ? 'You approve each comment.' : 'They only need to enter a name.'
  const limit = choiceLimit === null ? 'No limit.' : `Up to ${choiceLimit}, as set for the link.`
  return [
    { name: 'download', label: 'Download', hint: 'Single images or all of them.' },
    { name: 'comment', label: 'Comment', hint: isForGuests ? guestHint : 'They need an account.' },
    { name: 'choose', label: 'Pick favorites', hint: limit },
    { name: 'add', label: 'Add images', hint: approveUploads ? 'You approve each image.' : 'They appear right away.' },
  ] as const
}

type Props = {
  /** The invitation to edit, or undefined for a new one. */
  invitation?: Invitation
  /** Unset permissions are inherited from the link. */
  link: Link
  /** If `addresses` isn't empty, it lists everyone to invite, and there's no name or email. */
  onSubmit: (values: InvitationInput) => Promise<unknown>
  onClose: () => void
}

export function InvitationDialog({ invitation, link, onSubmit, onClose }: Props) {
  const canEmail = useCanEmail()
  const [isForSeveral, setIsForSeveral] = useState(false)
  const form = useSchemaForm({
    schema: isForSeveral ? forSeveral : forOne,
    defaults: invitation
      ? {
          ...blank,
          ...invitation,
          rights: invitation.givenRights,
          email: invitation.email ?? (canEmail ? '' : null),
          // Without those that were deleted.
          sections: invitation.sections?.filter((id) => link.sections?.some(({ _id }) => _id === id)) ?? null,
        }
      : blank,
    submit: (values) => onSubmit(isForSeveral ? values : { ...values, addresses: '' }),
    fallback: "The invitation couldn't be saved. Please try again.",
  })
  const { field: rights } = useController({ control: form.control, name: 'rights' })
  const { field: end } = useController({ control: form.control, name: 'expiresAt' })
  const given = rights.value ?? {}
  const linkRights = {
    download: link.allowDownloads,
    comment: link.comments !== 'off',
    choose: link.choosing === 'on',
    add: link.guestUploads !== 'off',
  }
  const { field: sections } = useController({ control: form.control, name: 'sections' })
  const instant = end.value ?? null
  const email = useWatch({ control: form.control, name: 'email' })
  const sendsEmail = canEmail && !invitation && (isForSeveral || Boolean(email))
  const title = invitation ? 'Edit invitation' : isForSeveral ? 'Invite several people' : 'Invite someone'

  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        {isForSeveral ? (
          <TextArea
            key="addresses"
            label="Email addresses"
            autoFocus
            autoCapitalize="none"
            spellCheck={false}
            rows={3}
            hint="Separate them with commas or line breaks. Everyone gets a personal link by email."
            error={form.errorOf('addresses')}
            {...form.register('addresses')}
          />
        ) : (
          <>
            <TextField
              label="Name"
              autoComplete="off"
              autoFocus
              hint="So you know who it's for."
              error={form.errorOf('name')}
              {...form.register('name')}
            />
            {canEmail ? (
              <TextField
                label="Email (optional)"
                type="email"
                autoComplete="off"
                hint={
                  invitation
                    ? 'Only used to email the invitation.'
                    : "We'll email the invitation. Leave empty to share the link yourself."
                }
                error={form.errorOf('email')}
                {...form.register('email', { setValueAs: (text: string | null) => text?.trim() || null })}
              />
            ) : (
              <Notice tone="info" icon={Mail}>
                Email isn't set up on this server. You'll get a personal link to send yourself.
              </Notice>
            )}
          </>
        )}
        {sendsEmail && (
          <TextArea
            label="Message (optional)"
            rows={3}
            hint="We remove any URLs from your message."
            error={form.errorOf('message')}
            {...form.register('message')}
          />
        )}
        {canEmail && !invitation && (
          <Button
            kind="ghost"
            icon={isForSeveral ? User : Users}
            className="-mx-3 -my-2 justify-self-start"
            onClick={() => {
              form.clearErrors()
              setIsForSeveral(!isForSeveral)
            }}
          >
            {isForSeveral ? 'Invite one person' : 'Invite several people'}
          </Button>
        )}
        <fieldset>
          <legend className="sr-only">What they can do</legend>
          {permissionsOf(link, given.comment === true).map(({ name, label, hint }) => (
            <Switch
              key={name}
              label={label}
              hint={hint}
              checked={given[name] ?? linkRights[name]}
              onChange={({ target }) => rights.onChange({ ...given, [name]: target.checked })}
            />
          ))}
          <Switch
            label="Expires"
            hint={
              instant === null ? 'Works as long as the gallery is open.' : 'The link stops working after this date.'
            }
            checked={instant !== null}
            onChange={({ target }) => {
              form.clearErrors('expiresAt')
              end.onChange(target.checked ? weekAfter(new Date()).toISOString() : null)
            }}
          />
          {instant !== null && (
            <DateTimeField
              ref={end.ref}
              calendarTitle="Expiration date"
              initial={instant}
              onChange={(value) => {
                form.clearErrors('expiresAt')
                end.onChange(value)
              }}
              error={form.errorOf('expiresAt')}
            />
          )}
        </fieldset>
        {link.sections && link.sections.length > 0 && (
          <InvitationSections
            sections={link.sections}
            isPublic={audienceOf(link) === 'public'}
            value={sections.value ?? null}
            error={form.errorOf('sections')}
            onChange={(ids) => {
              form.clearErrors('sections')
              sections.onChange(ids)
            }}
          />
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.isSubmitting && (invitation ? 'Saving' : 'Inviting')}>
            {invitation ? 'Save' : canEmail ? 'Invite' : 'Create link'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
