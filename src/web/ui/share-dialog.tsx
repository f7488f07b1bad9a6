import { Check, Copy, KeyRound, Lock, Mail, MessageCircle, MessageSquare, Share2, UserPlus } from 'lucide-react'
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

const tileStyle =
  'grid min-h-18 content-center justify-items-center gap-1.5 rounded-control border border-line-control text-ui no-underline hover:bg-hover'

const passwordNote = "It needs a password. I'll send it separately."

const copiedText = { link: 'Link copied to clipboard!', message: 'Message copied' }

/** Plain links, so opening this dialog contacts no one. */
function appsFor(title: string, url: string, hasPassword: boolean) {
  const note = hasPassword ? `\n${passwordNote}` : ''
  const message = `${title}\n${url}${note}`
  const email = `I'd like to share these photos with you: ${title}\n\n${url}\n${note && `${note}\n`}`
  return {
    message,
    apps: [
      { name: 'WhatsApp', icon: MessageCircle, href: `https://wa.me/?text=${encodeURIComponent(message)}` },
      { name: 'Messages', icon: MessageSquare, href: `sms:?&body=${encodeURIComponent(message)}` },
      {
        name: 'Email',
        icon: Mail,
        // Email needs CRLF line breaks.
        href: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(email.replaceAll('\n', '\r\n'))}`,
      },
    ],
  }
}

export function ShareDialog({ onClose, ...shared }: Props) {
  const { title, link } = shared
  return (
    <Dialog title={`Share “${title}”`} onClose={onClose}>
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
  const { message, apps } = appsFor(title, url, hasPassword)
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
      <ul className="grid grid-cols-3 gap-2">
        {apps.map(({ name, icon: Icon, href }) => (
          <li key={name}>
            <a
              className={tileStyle}
              href={href}
              target={href.startsWith('https') ? '_blank' : undefined}
              rel="noreferrer"
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              {name}
            </a>
          </li>
        ))}
      </ul>
      {'share' in navigator && (
        <Button icon={Share2} onClick={() => openShareSheet({ title, url })}>
          Share with an app
        </Button>
      )}
      {hasPassword && (
        <Notice icon={KeyRound}>
          <p>This gallery has a password. Send it separately from the link. People you invite don't need it.</p>
          <Button
            kind="ghost"
            className="-ml-3"
            icon={copied === 'message' ? Check : Copy}
            aria-describedby="share-message"
            onClick={() => copy('message', message)}
          >
            Copy link and text
          </Button>
          <p id="share-message" className="text-caption text-ink-2">
            Copies the title, the link and "{passwordNote}"
          </p>
        </Notice>
      )}
      <div className="border-line border-t pt-4">
        <QrPanel url={url} />
      </div>
    </>
  )
}
