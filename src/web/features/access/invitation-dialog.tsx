import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { type NewInvitation, newInvitation } from '#shared/invitation-forms.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { Link } from '#shared/links.ts'
import { weekAfter } from '#web/lib/date-time.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/button.tsx'
import { DateTimeField } from '#web/ui/date-time-field.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const invitationForm = z.extend(newInvitation, { expiresAt: z.nullable(z.iso.datetime('Date input not valid.')) })

const nobody: z.input<typeof invitationForm> = {
  name: '',
  email: null,
  rights: { download: null, comment: null, choose: null },
  expiresAt: null,
}

/** What each right means here, given or followed. */
function actsOf({ comments, holdGuestComments, choiceLimit }: Link, mayComment: boolean) {
  const isForGuests = comments === 'guests' || mayComment
  const held = holdGuestComments ? 'You approve each comment first.' : 'With a name alone.'
  const limit = choiceLimit === null ? 'As many as they like.' : `At most ${choiceLimit}, as set for the link.`
  return [
    { name: 'download', label: 'Download', hint: 'Single pictures or all of them.' },
    { name: 'comment', label: 'Comment', hint: isForGuests ? held : 'With an account of theirs.' },
    { name: 'choose', label: 'Choose favourites', hint: limit },
  ] as const
}

type Props = {
  /** The one that is changed; without it somebody is invited. */
  invitation?: Invitation
  /** A switch that nobody touches goes on to follow it. */
  link: Link
  onSubmit: (values: NewInvitation) => Promise<unknown>
  onClose: () => void
}

/** Who is invited, what they may do, and until when. */
export function InvitationDialog({ invitation, link, onSubmit, onClose }: Props) {
  const form = useSchemaForm({
    schema: invitationForm,
    defaults: invitation
      ? { ...nobody, ...invitation, rights: invitation.givenRights, email: invitation.email ?? '' }
      : nobody,
    submit: onSubmit,
    fallback: 'The invitation could not be saved. Please try again.',
  })
  const { field: rights } = useController({ control: form.control, name: 'rights' })
  const { field: end } = useController({ control: form.control, name: 'expiresAt' })
  const given = rights.value ?? {}
  const linkRights = {
    download: link.allowDownloads,
    comment: link.comments !== 'off',
    choose: link.choosing === 'on',
  }
  const instant = end.value ?? null

  return (
    <Dialog title={invitation ? 'Edit the invitation' : 'Invite someone'} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        <TextField
          label="Name"
          autoComplete="off"
          autoFocus
          hint="So that you know who it is for."
          error={form.errorOf('name')}
          {...form.register('name')}
        />
        <TextField
          label="Email (optional)"
          type="email"
          autoComplete="off"
          hint={
            invitation ? 'Where it is sent.' : 'The invitation goes there. Without it you send the address yourself.'
          }
          error={form.errorOf('email')}
          {...form.register('email', { setValueAs: (text: string | null) => text?.trim() || null })}
        />
        <fieldset>
          <legend className="sr-only">What they may do</legend>
          {actsOf(link, given.comment === true).map(({ name, label, hint }) => (
            <Switch
              key={name}
              label={label}
              hint={hint}
              checked={given[name] ?? linkRights[name]}
              onChange={({ target }) => rights.onChange({ ...given, [name]: target.checked })}
            />
          ))}
          <Switch
            label="Ends on a date"
            hint={instant === null ? 'Off: open as long as the link.' : 'Afterwards this address opens nothing.'}
            checked={instant !== null}
            onChange={({ target }) => {
              form.clearErrors('expiresAt')
              end.onChange(target.checked ? weekAfter(new Date()).toISOString() : null)
            }}
          />
          {instant !== null && (
            <DateTimeField
              ref={end.ref}
              calendarTitle="End of the invitation"
              initial={instant}
              onChange={(value) => {
                form.clearErrors('expiresAt')
                end.onChange(value)
              }}
              error={form.errorOf('expiresAt')}
            />
          )}
        </fieldset>
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.isSubmitting && (invitation ? 'Saving' : 'Inviting')}>
            {invitation ? 'Save' : 'Invite'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
