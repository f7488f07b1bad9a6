import { type ReactNode, useState } from 'react'
import { copyText } from '#web/lib/copy-link.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'

type Props = { title: string; label: string; url: string; onClose: () => void; children: ReactNode }

/** Shows a link to pass on or keep by hand, for example because the server sends no email. */
export function CopyLinkDialog({ title, label, url, onClose, children }: Props) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-ink-2">{children}</p>
      <CopyField
        label={label}
        url={url}
        copyLabel="Copy link"
        kind="primary"
        isCopied={isCopied}
        status={isCopied ? 'Link copied to clipboard!' : undefined}
        onCopy={async () => setIsCopied(await copyText(url))}
      />
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </Dialog>
  )
}
