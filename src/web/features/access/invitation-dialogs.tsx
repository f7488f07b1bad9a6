import type { NewInvitation } from '#shared/invitation-forms.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { Link } from '#shared/links.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { PersonalLinkDialog } from './personal-link-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'
import type { InvitationChanges } from './use-invitation-changes.ts'

type EmailResult = { to: string } | { problem: string } | undefined

export type OpenDialog =
  | { kind: 'new' }
  | { kind: 'edit' | 'send' | 'revoke'; invitation: Invitation }
  | { kind: 'personal-link'; invitation: Invitation; emailed: EmailResult; isNew?: boolean }

type Props = {
  link: Link
  dialog: OpenDialog
  changes: InvitationChanges
  /** undefined closes the dialog. */
  onDialogChange: (dialog: OpenDialog | undefined) => void
}

export function InvitationDialogs({ link, dialog, changes, onDialogChange }: Props) {
  const close = () => onDialogChange(undefined)

  const invite = async (values: NewInvitation) => {
    const invitation = await changes.create(values)
    onDialogChange({ kind: 'personal-link', invitation, emailed: await mail(invitation), isNew: true })
  }
  /** Doesn't throw if the email fails, because the invitation exists and the owner can share its link by hand. */
  const mail = async ({ _id, email }: Invitation): Promise<EmailResult> => {
    if (!email) return undefined
    const sentence = "The email couldn't be sent."
    return changes.send(_id, '').then(
      () => ({ to: email }),
      (error) => ({ problem: errorMessage(error, sentence) }),
    )
  }

  if (dialog.kind === 'new') {
    return <InvitationDialog key="new" link={link} onSubmit={invite} onClose={close} />
  }
  const { invitation } = dialog
  const { _id, name } = invitation
  switch (dialog.kind) {
    case 'edit':
      return (
        <InvitationDialog
          invitation={invitation}
          link={link}
          onSubmit={async (values) => {
            await changes.update(_id, values)
            close()
            await notify('success', 'Changes saved')
          }}
          onClose={close}
        />
      )
    case 'send':
      return (
        <SendDialog
          invitation={invitation}
          onSend={async (message) => {
            await changes.send(_id, message)
            close()
            await notify('success', `Sent to ${invitation.email}`)
          }}
          onClose={close}
        />
      )
    case 'revoke':
      return (
        <ConfirmDialog
          title={`Revoke ${name}'s invitation?`}
          verb="Revoke"
          busyVerb="Revoking"
          onConfirm={() => changes.revoke(_id)}
          onClose={close}
        >
          <p>Their link stops working immediately. You'll keep their comments and favorites.</p>
        </ConfirmDialog>
      )
    case 'personal-link':
      return (
        <PersonalLinkDialog
          invitation={invitation}
          emailed={dialog.emailed}
          {...(dialog.isNew && { onInviteAnother: () => onDialogChange({ kind: 'new' }) })}
          onClose={close}
        />
      )
  }
}
