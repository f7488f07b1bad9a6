import type { NewInvitation } from '#shared/invitation-forms.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { Link } from '#shared/links.ts'
import { notify } from '#web/lib/notify.ts'
import { sentenceOf } from '#web/lib/sentence.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'
import type { InvitationChanges } from './use-invitation-changes.ts'

type Mailed = { to: string } | { problem: string } | undefined

/** What the owner is asked about, or shown. */
export type Asking =
  | { what: 'new' }
  | { what: 'edit' | 'send' | 'revoke'; invitation: Invitation }
  | { what: 'address'; invitation: Invitation; mailed: Mailed; isNew?: boolean }

type Props = {
  link: Link
  asking: Asking
  changes: InvitationChanges
  /** Goes on to another question, or closes the present one. */
  onAsk: (asking: Asking | undefined) => void
}

export function InvitationDialogs({ link, asking, changes, onAsk }: Props) {
  const close = () => onAsk(undefined)

  const invite = async (values: NewInvitation) => {
    const invitation = await changes.create(values)
    onAsk({ what: 'address', invitation, mailed: await mail(invitation), isNew: true })
  }
  /** Whoever is invited stays so where the mail does not go out: the address is there to be sent by hand. */
  const mail = async ({ _id, email }: Invitation): Promise<Mailed> => {
    if (!email) return undefined
    const sentence = 'The mail could not be sent.'
    return changes.send(_id, '').then(
      () => ({ to: email }),
      (error) => ({ problem: sentenceOf(error, sentence) }),
    )
  }

  if (asking.what === 'new') {
    return <InvitationDialog key="new" link={link} onSubmit={invite} onClose={close} />
  }
  const { invitation } = asking
  const { _id, name } = invitation
  switch (asking.what) {
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
          title={`Revoke the invitation for ${name}?`}
          verb="Revoke"
          busyVerb="Revoking"
          onConfirm={() => changes.revoke(_id)}
          onClose={close}
        >
          <p>Their address stops working at once. Their comments and their choice stay with you.</p>
        </ConfirmDialog>
      )
    case 'address':
      return (
        <AddressDialog
          invitation={invitation}
          mailed={asking.mailed}
          {...(asking.isNew && { onInviteAnother: () => onAsk({ what: 'new' }) })}
          onClose={close}
        />
      )
  }
}
