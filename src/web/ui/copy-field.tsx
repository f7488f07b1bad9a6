import { Check, Copy, TriangleAlert } from 'lucide-react'
import { isOnThisComputer, onlyOnThisComputer } from '#web/lib/copy-link.ts'
import { Button } from './button.tsx'
import { controlStyle } from './control-style.ts'

/** Sets the attribute that dialogs look for when they open, because React's `autoFocus` runs too early. */
const setAutofocus = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '')

type Props = {
  label: string
  url: string
  copyLabel: string
  kind?: 'primary' | 'plain'
  isCopied: boolean
  status: string | undefined
  onCopy: () => void
}

export const CopyField = ({ label, url, copyLabel, kind = 'plain', isCopied, status, onCopy }: Props) => (
  <div className="grid gap-1.5">
    <div className="flex flex-wrap gap-2">
      <input
        readOnly
        value={url}
        aria-label={label}
        className={`${controlStyle} min-w-0 flex-[1_1_16rem] text-ellipsis`}
        onFocus={(event) => event.target.select()}
      />
      <Button kind={kind} ref={setAutofocus} icon={isCopied ? Check : Copy} className="flex-auto" onClick={onCopy}>
        {copyLabel}
      </Button>
    </div>
    {/* Don't use a toast, because it would be behind this dialog and hidden from screen readers. */}
    <p role="status" className="text-caption text-ok">
      {status}
    </p>
    {isOnThisComputer(url) && (
      <p className="flex items-start gap-1.5 text-caption text-warn">
        <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
        {onlyOnThisComputer}
      </p>
    )}
  </div>
)
