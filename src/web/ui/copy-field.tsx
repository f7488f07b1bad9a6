import { Check, Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { controlStyle } from './control-style.ts'

/** A dialog that opens looks for the attribute; React's own `autoFocus` comes before that, and is lost. */
const focusAtOnce = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '')

type Props = {
  label: string
  url: string
  /** The word on the button. */
  copyLabel: string
  kind?: 'primary' | 'plain'
  isCopied: boolean
  /** What is said once something was copied. */
  status: string | undefined
  onCopy: () => void
}

/** An address in a dialog, whole, and the button that copies it. */
export const CopyField = ({ label, url, copyLabel, kind = 'plain', isCopied, status, onCopy }: Props) => (
  <div className="grid gap-1.5">
    <div className="flex flex-wrap gap-2">
      <input
        readOnly
        value={url}
        aria-label={label}
        className={`${controlStyle} min-w-0 flex-[1_1_16rem]`}
        onFocus={(event) => event.target.select()}
      />
      <Button kind={kind} ref={focusAtOnce} icon={isCopied ? Check : Copy} className="flex-auto" onClick={onCopy}>
        {copyLabel}
      </Button>
    </div>
    {/* A toast would lie beneath this dialog, where nobody hears it. */}
    <p role="status" className="text-caption text-ok">
      {status}
    </p>
  </div>
)
