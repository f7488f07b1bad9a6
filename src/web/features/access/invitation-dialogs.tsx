import { useState } from 'react'
import * as z from 'zod/mini'
import type { NewInvitation } from '#shared/invitation-forms.ts'
import type { Invitation } from '#shared/invitations.ts'
import { noteMaxLength } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import { optionalText } from '#shared/text.ts'
import { copyText } from '#web/lib/copy-link.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { notify } from '#web/lib/notify.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { parseEmailList, type Recipient } from './email-list.ts'
import { InvitationDialog, type InvitationInput } from './invitation-dialog.tsx'
import type { InvitationChanges } from './use-invitation-changes.ts'

type EmailResult = { to: string } | { problem: string } | undefined

export type OpenDialog =
  | { kind: 'new' }
  | { kind: 'edit' | 'send' | 'revoke'; invitation: Invitation }
  | { kind: 'personal-link'; invitation: Invitation; emailed: EmailResult; isNew?: boolean }
  | { kind: 'invited'; emailed: string[]; problems: string[] }

type Props = {
  link: Link
  dialog: OpenDialog
  changes: InvitationChanges
  /** undefined closes the dialog. */
  onDialogChange: (dialog: OpenDialog | undefined) => void
}

export function InvitationDialogs({ link, dialog, changes, onDialogChange }: Props) {
  const canEmail = useCanEmail()
  const close = () => onDialogChange(undefined)

  const invite = async ({ addresses, message, ...values }: InvitationInput) => {
    if (addresses) return inviteSeveral(parseEmailList(addresses).recipients, message, values)
    const invitation = await changes.create(values)
    onDialogChange({ kind: 'personal-link', invitation, emailed: await mail(invitation, message), isNew: true })
  }
  const inviteSeveral = async (recipients: Recipient[], message: string, values: NewInvitation) => {
    const emailed: string[] = []
    const problems: string[] = []
    for (const recipient of recipients) {
      try {
        const result = await mail(await changes.create({ ...values, ...recipient }), message)
        if (result && 'problem' in result)
          problems.push(`${recipient.email}: ${result.problem} Copy the link and send it yourself.`)
        else emailed.push(recipient.email)
      } catch (error) {
        // If the first one fails, so would the others.
        if (emailed.length + problems.length === 0) throw error
        problems.push(`${recipient.email}: ${errorMessage(error, "The invitation couldn't be saved.")}`)
      }
    }
    onDialogChange({ kind: 'invited', emailed, problems })
  }
  /** Doesn't throw if the email fails, because the invitation exists and the owner can share its link by hand. */
  const mail = async ({ _id, email }: Invitation, message: string): Promise<EmailResult> => {
    if (!email || !canEmail) return undefined
    const sentence = "The email couldn't be sent."
    return changes.send(_id, message).then(
      () => ({ to: email }),
      (error) => ({ problem: errorMessage(error, sentence) }),
    )
  }

  if (dialog.kind === 'new') {
    return <InvitationDialog key="new" link={link} onSubmit={invite} onClose={close} />
  }
  if (dialog.kind === 'invited') return <InvitedDialog {...dialog} onClose={close} />
  const { invitation } = dialog
  const { _id, name } = invitation
  switch (dialog.kind) {
    case 'edit':
      return (
        <InvitationDialog
          invitation={invitation}
          link={link}
          onSubmit={async ({ addresses, message, ...values }) => {
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
          canEmail={canEmail}
          {...(dialog.isNew && { onInviteAnother: () => onDialogChange({ kind: 'new' }) })}
          onClose={close}
        />
      )
  }
}

type PersonalLinkDialogProps = {
  invitation: Invitation
  emailed: { to: string } | { problem: string } | undefined
  canEmail: boolean
  onInviteAnother?: () => void
  onClose: () => void
}

function PersonalLinkDialog(props: PersonalLinkDialogProps) {
  const { invitation, emailed, canEmail, onInviteAnother, onClose } = props
  const { name, url } = invitation
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Dialog title={`${name}'s personal link`} onClose={onClose}>
      {emailed && 'problem' in emailed && <Notice tone="danger">{emailed.problem}</Notice>}
      <p className="text-ink-2 wrap-anywhere">
        {emailed && 'to' in emailed
          ? `We've emailed ${emailed.to}. You can also share this personal link yourself.`
          : `${canEmail ? '' : "Email isn't set up on this server. "}Share this link with ${name}. Anyone who has it can see the images.`}
      </p>
      <CopyField
        label="Personal link"
        url={url}
        copyLabel="Copy link"
        isCopied={isCopied}
        status={isCopied ? 'Link copied to clipboard!' : undefined}
        onCopy={async () => setIsCopied(await copyText(url))}
      />
      <DialogButtons>
        {onInviteAnother && <Button onClick={onInviteAnother}>Invite another</Button>}
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

type InvitedDialogProps = { emailed: string[]; problems: string[]; onClose: () => void }

function InvitedDialog({ emailed, problems, onClose }: InvitedDialogProps) {
  return (
    <Dialog title={emailed.length === 1 ? '1 person invited' : `${emailed.length} people invited`} onClose={onClose}>
      {problems.length > 0 && (
        <Notice tone="danger">
          <ul className="grid gap-1 wrap-anywhere">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      {emailed.length > 0 && (
        <p className="text-ink-2 wrap-anywhere">
          We've emailed personal links to {new Intl.ListFormat('en').format(emailed)}.
        </p>
      )}
      <DialogButtons>
        <Button kind="primary" autoFocus onClick={onClose}>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

const messageForm = z.object({ message: optionalText('Message', noteMaxLength) })

type SendDialogProps = { invitation: Invitation; onSend: (message: string) => Promise<unknown>; onClose: () => void }

function SendDialog({ invitation: { name, email }, onSend, onClose }: SendDialogProps) {
  const form = useSchemaForm({
    schema: messageForm,
    defaults: { message: '' },
    submit: ({ message }) => onSend(message),
    fallback: "The email couldn't be sent. Please try again.",
  })
  return (
    <Dialog title={`Send the invitation to ${name}`} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        <p className="text-ink-2 wrap-anywhere">
          We'll email {email} the cover image and their personal link. We remove any URLs from your message.
        </p>
        <TextArea
          label="Message (optional)"
          autoFocus
          rows={3}
          error={form.errorOf('message')}
          {...form.register('message')}
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.isSubmitting && 'Sending'}>
            Send
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
