import { Check, Copy, KeyRound, Lock, Mail, Share2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { audienceOf } from '#web/lib/audience.ts'
import { copyText } from '#web/lib/copy-link.ts'
import { openShareSheet, type Shared } from '#web/lib/share.ts'
import { Button } from './button.tsx'
import { buttonStyle } from './button-style.ts'
import { CopyField } from './copy-field.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { QrPanel } from './qr-panel.tsx'

/** `url`: the whole address, with its origin. */
type Props = Shared & { onClose: () => void }

const passwordWords = 'It asks for a password, which I send you separately.'

const copiedWords = { link: 'Link copied to clipboard!', note: 'Link and note copied to clipboard!' }

const mailAddress = ({ title, url, after }: { title: string; url: string; after: string }) => {
  const body = `Here are pictures for you to look at: ${title}\r\n\r\n${url}\r\n${after}`
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`
}

/** Every way to pass a link on: copy, the system's own sheet where there is one, e-mail, QR code. */
export function ShareDialog({ onClose, ...shared }: Props) {
  const { title, link } = shared
  return (
    <Dialog title={`Share "${title}"`} onClose={onClose}>
      {link && audienceOf(link) === 'private' ? <Private link={link} onClose={onClose} /> : <Ways {...shared} />}
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  )
}

/** The address of a private link is of no use to others: each has to be given one of their own. */
function Private({ link, onClose }: { link: NonNullable<Shared['link']>; onClose: () => void }) {
  const isOwner = link.hasPassword !== undefined
  if (!isOwner) {
    return <Notice icon={Lock}>This gallery is private. It opens only for people whom its owner has invited.</Notice>
  }
  return (
    <>
      <Notice icon={Lock}>
        This link is private: for others its address opens nothing. Whoever you invite gets an address of their own.
      </Notice>
      <Link
        className={`${buttonStyle.primary} justify-self-start`}
        to={`${generatePath(pages.editLink, { linkId: link._id })}#invitations`}
        onClick={onClose}
      >
        <UserPlus size={18} strokeWidth={1.75} aria-hidden="true" />
        Invite someone
      </Link>
    </>
  )
}

function Ways({ title, url, link }: Shared) {
  const [copied, setCopied] = useState<keyof typeof copiedWords>()
  const hasPassword = link?.hasPassword ?? false
  const copy = async (what: keyof typeof copiedWords, text: string) =>
    setCopied((await copyText(text)) ? what : undefined)
  return (
    <>
      <CopyField
        label="Link URL"
        url={url}
        copyLabel="Copy link"
        kind="primary"
        isCopied={copied === 'link'}
        status={copied && copiedWords[copied]}
        onCopy={() => copy('link', url)}
      />
      {hasPassword && (
        <Notice icon={KeyRound}>
          <p>It opens with a password. Send that another way than the link.</p>
          <Button
            kind="ghost"
            className="-ml-3"
            icon={copied === 'note' ? Check : Copy}
            onClick={() => copy('note', `${title}\n${url}\n${passwordWords}`)}
          >
            Copy the link with a note
          </Button>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2 *:flex-auto">
        {'share' in navigator && (
          <Button icon={Share2} onClick={() => openShareSheet({ title, url })}>
            Share with an app
          </Button>
        )}
        <a
          className={buttonStyle.plain}
          href={mailAddress({ title, url, after: hasPassword ? `\r\n${passwordWords}\r\n` : '' })}
        >
          <Mail size={18} strokeWidth={1.75} aria-hidden="true" />
          E-mail
        </a>
      </div>
      <div className="border-line border-t pt-4">
        <QrPanel url={url} />
      </div>
    </>
  )
}
