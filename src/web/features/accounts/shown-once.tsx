import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#web/lib/copy-link.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Props = { label: string; value: string; copied: string; onDone: () => void }

/** A secret that can't be shown again, for the end of a dialog. */
export function ShownOnce({ label, value, copied, onDone }: Props) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <>
      <TextField
        label={label}
        readOnly
        dir="ltr"
        value={value}
        spellCheck={false}
        onFocus={({ target }) => target.select()}
      />
      <p role="status" className="text-caption text-ok">
        {isCopied && copied}
      </p>
      <DialogButtons>
        <Button onClick={onDone}>Done</Button>
        <Button
          kind="primary"
          autoFocus
          icon={isCopied ? Check : Copy}
          onClick={async () => setIsCopied(await copyText(value))}
        >
          Copy
        </Button>
      </DialogButtons>
    </>
  )
}
