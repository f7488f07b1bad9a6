import { useState } from 'react'
import type { Invitation } from '#shared/invitations.ts'
import { copyText } from '#web/lib/copy-link.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  invitation: Invitation
  /** Where it was emailed to; a problem where that failed. */
  emailed: { to: string } | { problem: string } | undefined
  onInviteAnother?: () => void
  onClose: () => void
}

/** The address that lets one person in, to be passed on. */
export function PersonalLinkDialog({ invitation: { name, url }, emailed, onInviteAnother, onClose }: Props) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Dialog title={`The invitation for ${name}`} onClose={onClose}>
      {emailed && 'problem' in emailed && <Notice tone="danger">{emailed.problem}</Notice>}
      <p className="text-ink-2 wrap-anywhere">
        {emailed && 'to' in emailed
          ? `The mail to ${emailed.to} is on its way. You can also send this address yourself. It is theirs alone.`
          : 'Send this address yourself. It is theirs alone: whoever has it sees the pictures.'}
      </p>
      <CopyField
        label="Personal address"
        url={url}
        copyLabel="Copy the address"
        isCopied={isCopied}
        status={isCopied ? 'Address copied to clipboard!' : undefined}
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
