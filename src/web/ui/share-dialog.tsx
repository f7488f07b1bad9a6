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

type Props = Shared & { onClose: () => void }

const passwordNote = "It needs a password. I'll send it separately."

const copiedText = { link: 'Link copied to clipboard!', note: 'Link and note copied' }

const mailtoUrl = ({ title, url, after }: { title: string; url: string; after: string }) => {
  const body = `I'd like to share these photos with you: ${title}\r\n\r\n${url}\r\n${after}`
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`
}

export function ShareDialog({ onClose, ...shared }: Props) {
  const { title, link } = shared
  return (
    <Dialog title={`Share "${title}"`} onClose={onClose}>
      {link && audienceOf(link) === 'private' ? (
        <Private link={link} onClose={onClose} />
      ) : (
        <ShareOptions {...shared} />
      )}
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  )
}

function Private({ link, onClose }: { link: NonNullable<Shared['link']>; onClose: () => void }) {
  const isOwner = link.hasPassword !== undefined
  if (!isOwner) {
    return <Notice icon={Lock}>This gallery is private. Only people its owner has invited can open it.</Notice>
  }
  return (
    <>
      <Notice icon={Lock}>
        This link is private, so others can't open it. Invite people to send each of them a personal link.
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

function ShareOptions({ title, url, link }: Shared) {
  const [copied, setCopied] = useState<keyof typeof copiedText>()
  const hasPassword = link?.hasPassword ?? false
  const copy = async (what: keyof typeof copiedText, text: string) =>
    setCopied((await copyText(text)) ? what : undefined)
  return (
    <>
      <CopyField
        label="Link URL"
        url={url}
        copyLabel="Copy link"
        kind="primary"
        isCopied={copied === 'link'}
        status={copied && copiedText[copied]}
        onCopy={() => copy('link', url)}
      />
      {hasPassword && (
        <Notice icon={KeyRound}>
          <p>This gallery has a password. Send it separately from the link.</p>
          <Button
            kind="ghost"
            className="whitespace-normal! -ml-3 text-left"
            icon={copied === 'note' ? Check : Copy}
            onClick={() => copy('note', `${title}\n${url}\n${passwordNote}`)}
          >
            Copy link with a note about the password
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
          href={mailtoUrl({ title, url, after: hasPassword ? `\r\n${passwordNote}\r\n` : '' })}
        >
          <Mail size={18} strokeWidth={1.75} aria-hidden="true" />
          Email
        </a>
      </div>
      <div className="border-line border-t pt-4">
        <QrPanel url={url} />
      </div>
    </>
  )
}
