import { ChartNoAxesColumn, ExternalLink, Link as LinkIcon, type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import type { Link as SharedLink } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { copyLink } from '#web/lib/copy-link.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type WayProps = {
  icon: LucideIcon
  label: string
  /** Where it leads; without one it is there, disabled, and says why. */
  to: string | undefined
  reason: string
}

const Way = ({ icon: Icon, label, to, reason }: WayProps) =>
  to ? (
    <Link to={to} className={buttonStyle.icon} aria-label={label} title={label}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  ) : (
    <IconButton icon={Icon} label={label} hint={reason} disabled />
  )

type Props = { link: Pick<SharedLink, '_id' | 'slug' | 'title'>; onDelete: () => void }

/** What can be done with a link from its card. */
export const LinkCardActions = ({ link: { _id, slug, title }, onDelete }: Props) => (
  <div className="-mr-3 flex shrink-0">
    <Way
      icon={ExternalLink}
      label={`View ${title}`}
      to={slug && generatePath(pages.gallery, { slug })}
      reason="Link unavailable"
    />
    <IconButton icon={LinkIcon} label={`Copy link to ${title}`} onClick={() => copyLink(slug)} />
    <Way
      icon={ChartNoAxesColumn}
      label={`Analytics of ${title}`}
      to={_id && generatePath(pages.linkAnalytics, { linkId: _id })}
      reason="Link unavailable"
    />
    <Way
      icon={Pencil}
      label={`Edit ${title}`}
      to={_id && generatePath(pages.editLink, { linkId: _id })}
      reason="Cannot edit: Invalid link ID"
    />
    <IconButton icon={Trash2} kind="iconDanger" label={`Delete ${title}`} onClick={onDelete} />
  </div>
)
