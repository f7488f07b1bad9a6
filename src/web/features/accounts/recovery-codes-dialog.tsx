import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#web/lib/copy-link.ts'
import { saveFile } from '#web/lib/files.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'

type Props = { codes: string[]; isNew: boolean; onClose: () => void }

/** Can't be closed by accident, because the codes are shown only once. */
export function RecoveryCodesDialog({ codes, isNew, onClose }: Props) {
  const [isSaved, setIsSaved] = useState(false)
  const [isCopied, setIsCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      title={isNew ? 'Your new recovery codes' : 'Save your recovery codes'}
      onClose={isSaved ? onClose : () => {}}
    >
      <p className="text-ink-2">
        {isNew ? 'The old codes no longer work.' : 'Logging in with your password now takes a code.'} If you lose your
        phone, each of these codes lets you in once. We show them only now.
      </p>
      <ol aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-control bg-sunken px-5 py-4">
        {codes.map((code) => (
          <li key={code} className="font-medium tabular-nums" dir="ltr">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button icon={isCopied ? Check : Copy} onClick={async () => setIsCopied(await copyText(text))}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          icon={Download}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'framelight-recovery-codes.txt')}
        >
          Download
        </Button>
      </div>
      <Checkbox
        label="I have saved these"
        checked={isSaved}
        onChange={(event) => setIsSaved(event.currentTarget.checked)}
      />
      <DialogButtons>
        <Button kind="primary" disabled={!isSaved} onClick={onClose}>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
