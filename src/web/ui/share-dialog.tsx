import { Check, Copy, Mail, Share2 } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#web/lib/copy-link.ts'
import { type Shared, shareBySystem } from '#web/lib/share.ts'
import { Button } from './button.tsx'
import { buttonStyle } from './button-style.ts'
import { controlStyle } from './control-style.ts'
import { Dialog, DialogButtons } from './dialog.tsx'
import { QrPanel } from './qr-panel.tsx'

/** `url`: the whole address, with its origin. */
type Props = Shared & { onClose: () => void }

const mailAddress = ({ title, url }: Shared) => {
  const body = `Here are pictures for you to look at: ${title}\r\n\r\n${url}\r\n`
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`
}

/** Every way to pass a link on: copy, the system's own sheet where there is one, e-mail, QR code. */
export function ShareDialog({ title, url, onClose }: Props) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Dialog title={`Share "${title}"`} onClose={onClose}>
      <div className="grid gap-1.5">
        <div className="flex flex-wrap gap-2">
          <input
            readOnly
            value={url}
            aria-label="Link URL"
            className={`${controlStyle} min-w-0 flex-[1_1_16rem]`}
            onFocus={(event) => event.target.select()}
          />
          <Button
            kind="primary"
            autoFocus
            icon={isCopied ? Check : Copy}
            className="flex-auto"
            onClick={async () => setIsCopied(await copyText(url))}
          >
            Copy link
          </Button>
        </div>
        {/* A toast would lie beneath this dialog, where nobody hears it. */}
        <p role="status" className="text-caption text-ok">
          {isCopied && 'Link copied to clipboard!'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 *:flex-auto">
        {'share' in navigator && (
          <Button icon={Share2} onClick={() => shareBySystem({ title, url })}>
            Share with an app
          </Button>
        )}
        <a className={buttonStyle.plain} href={mailAddress({ title, url })}>
          <Mail size={18} strokeWidth={1.75} aria-hidden="true" />
          E-mail
        </a>
      </div>
      <div className="border-line border-t pt-4">
        <QrPanel address={url} />
      </div>
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  )
}
