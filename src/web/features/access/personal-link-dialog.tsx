import { useState } from 'react'
import type { Invitation } from '#shared/invitations.ts'
import { copyText } from '#web/lib/copy-link.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  invitation: Invitation
  emailed: { to: string } | { problem: string } | undefined
  onInviteAnother?: () => void
  onClose: () => void
}

export function PersonalLinkDialog({ invitation: { name, url }, emailed, onInviteAnother, onClose }: Props) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Dialog title={`${name}'s personal link`} onClose={onClose}>
      {emailed && 'problem' in emailed && <Notice tone="danger">{emailed.problem}</Notice>}
      <p className="text-ink-2 wrap-anywhere">
        {emailed && 'to' in emailed
          ? `We've emailed ${emailed.to}. You can also share this personal link yourself.`
          : `Share this link with ${name}. Anyone who has it can see the images.`}
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
