import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { type CollaboratorRole, newCollaborator } from '#shared/collaborator-forms.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { roleOptions } from './collaborator-list.tsx'
import { useCollaboratorChanges } from './use-collaborators.ts'

/** The select can't have null as a value. */
const allLinks = ''
const form = z.extend(newCollaborator, { linkId: z.string() })

const hints: Record<CollaboratorRole, string> = {
  editor: 'Adds, arranges and deletes images, approves comments and edits the title.',
  uploader: 'Adds images and copies the link. Nothing else.',
}

type Props = {
  /** Set on a link's own page. */
  linkId?: string
  onClose: () => void
}

export function InviteCollaboratorDialog({ linkId, onClose }: Props) {
  const { data: links = [] } = useQuery({ ...ownerQueries.links, enabled: linkId === undefined })
  const changes = useCollaboratorChanges()
  const canEmail = useCanEmail()
  const { control, register, errorOf, refusal, isSubmitting, onSubmit } = useSchemaForm({
    schema: form,
    defaults: { email: '', role: 'editor', linkId: linkId ?? allLinks },
    submit: async (values) => {
      await changes.invite({ ...values, linkId: values.linkId === allLinks ? null : values.linkId })
      onClose()
    },
    fallback: "The invitation couldn't be sent. Please try again.",
  })
  const { field: role } = useController({ control, name: 'role' })
  return (
    <Dialog title="Invite someone" onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className="grid gap-5">
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoFocus
          hint={
            canEmail
              ? "They'll get an email with a link that's valid for 14 days."
              : "Email isn't set up on this server. Ask the person who runs it to send them the link."
          }
          error={errorOf('email')}
          {...register('email')}
        />
        <Segment
          label="Role"
          labelPlace="above"
          options={roleOptions}
          value={role.value}
          onChange={role.onChange}
          hint={hints[role.value as CollaboratorRole]}
        />
        {linkId === undefined && (
          <Field label="Links" error={errorOf('linkId')}>
            {(control) => (
              <Select
                label="Links"
                options={[
                  { value: allLinks, label: 'All links, including new ones' },
                  ...links.map(({ _id, title }) => ({ value: _id, label: title })),
                ]}
                {...register('linkId')}
                {...control}
              />
            )}
          </Field>
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isSubmitting && (canEmail ? 'Sending…' : 'Inviting…')}>
            {canEmail ? 'Send invitation' : 'Invite'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
