import {
  Ban,
  Copy,
  Download,
  Ellipsis,
  ExternalLink,
  Heading,
  Heart,
  ImagePlus,
  MessageCircle,
  Pencil,
  RotateCcw,
  Send,
} from 'lucide-react'
import type { Invitation } from '#shared/invitations.ts'
import { isInvited } from '#web/lib/audience.ts'
import { count, formatDay, formatMinute } from '#web/lib/formats.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { openedText } from './opened-text.ts'

const badges = [
  { right: 'download', icon: Download, label: 'Download' },
  { right: 'comment', icon: MessageCircle, label: 'Comment' },
  { right: 'choose', icon: Heart, label: 'Pick favorites' },
  { right: 'add', icon: ImagePlus, label: 'Add images' },
] as const

type Props = {
  invitation: Invitation
  previewPath: string
  onCopy: () => void
  onSend: () => void
  onEdit: () => void
  onRevoke: () => void
  onRestore: () => void
}

export function InvitationRow({ invitation, previewPath, onCopy, onSend, onEdit, onRevoke, onRestore }: Props) {
  const { name, email, revokedAt, expiresAt } = invitation
  const canEmail = useCanEmail()
  return (
    <li className="grid gap-x-4 gap-y-2.5 border-line border-t py-4.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <div className="min-w-0">
        <h3 dir="auto" className={`wrap-anywhere font-medium ${revokedAt ? 'text-ink-3' : ''}`}>
          {name}
        </h3>
        <p className="flex flex-wrap gap-x-5 text-caption text-ink-3">
          <span>{openedText(invitation)}</span>
          {expiresAt && isInvited(invitation) && <span>Expires {formatMinute(expiresAt)}</span>}
          {email && <span className="wrap-anywhere">{email}</span>}
        </p>
        <div className="mt-2.5 flex flex-wrap gap-1.5">
          <State invitation={invitation} />
        </div>
      </div>
      <div className="-mx-3 -mt-1 -mb-2 flex items-center sm:-mt-2 sm:mb-0 sm:ml-0">
        {revokedAt ? (
          <Button kind="ghost" icon={RotateCcw} aria-label={`Restore the invitation for ${name}`} onClick={onRestore}>
            Restore
          </Button>
        ) : (
          <>
            <Button kind="ghost" icon={Copy} aria-label={`Copy link for ${name}`} onClick={onCopy}>
              Copy
            </Button>
            {email && canEmail && (
              <Button kind="ghost" icon={Send} aria-label={`Send link to ${name} by email`} onClick={onSend}>
                Send
              </Button>
            )}
            <div className="ml-auto">
              <Menu
                items={[
                  { label: 'Edit', icon: Pencil, onSelect: onEdit },
                  { label: `Preview as ${name}`, icon: ExternalLink, to: previewPath, isNewTab: true },
                  { label: 'Revoke', icon: Ban, isDestructive: true, onSelect: onRevoke },
                ]}
                trigger={(props) => <IconButton {...props} icon={Ellipsis} label={`More actions for ${name}`} />}
              />
            </div>
          </>
        )}
      </div>
    </li>
  )
}

function State({ invitation }: { invitation: Invitation }) {
  const { revokedAt, expiresAt, rights, sections } = invitation
  if (!isInvited(invitation)) {
    return (
      <Badge tone="danger" icon={Ban}>
        {revokedAt ? `Revoked on ${formatDay(revokedAt)}` : `Expired on ${formatDay(expiresAt ?? '')}`}
      </Badge>
    )
  }
  const allowed = badges.filter(({ right }) => rights[right])
  return (
    <>
      {sections && <Badge icon={Heading}>{count(sections.length, 'section')}</Badge>}
      {allowed.length === 0 && <Badge>View only</Badge>}
      {allowed.map(({ right, icon, label }) => (
        <Badge key={right} icon={icon}>
          {label}
        </Badge>
      ))}
    </>
  )
}
