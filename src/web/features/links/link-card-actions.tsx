import { ChartNoAxesColumn, Copy, Ellipsis, Heart, ImagePlus, Images, Share2, Trash2 } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import type { Link as SharedLink } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { copyLink } from '#web/lib/copy-link.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'

type ActionLinkProps = {
  label: string
  title: string
  /** If undefined, the button is disabled and its tooltip shows the `reason`. */
  to: string | undefined
  reason: string
}

const ActionLink = ({ label, title, to, reason }: ActionLinkProps) =>
  to ? (
    <Link to={to} className={buttonStyle.ghost} aria-label={`${label} ${title}`}>
      {label}
    </Link>
  ) : (
    <Button kind="ghost" aria-label={`${label} ${title}`} title={reason} disabled>
      {label}
    </Button>
  )

type Props = {
  link: Pick<SharedLink, '_id' | 'slug' | 'shareUrl' | 'title' | 'guestUploads' | 'uploadsWaiting'>
  onShare: () => void
  onDelete: () => void
}

/** On phones, Share is the main button, and Copy link and Delete are in the menu. */
export function LinkCardActions({ link, onShare, onDelete }: Props) {
  const { _id: linkId, slug, shareUrl, title, guestUploads = 'off', uploadsWaiting = 0 } = link
  const more: MenuItem[] = linkId
    ? [
        { label: 'Favorites', icon: Heart, to: generatePath(pages.choices, { linkId }) },
        { label: 'Add images', icon: ImagePlus, to: generatePath(pages.upload, { linkId }) },
        ...(guestUploads !== 'off' || uploadsWaiting > 0
          ? [{ label: 'Guest uploads', icon: Images, to: generatePath(pages.guestUploads, { linkId }) }]
          : []),
        { label: 'Analytics', icon: ChartNoAxesColumn, to: generatePath(pages.linkAnalytics, { linkId }) },
      ]
    : []
  const moreOnPhones: MenuItem[] = [
    { label: 'Copy link', icon: Copy, onSelect: () => copyLink(slug, shareUrl) },
    ...more,
    { label: 'Delete', icon: Trash2, isDestructive: true, onSelect: onDelete },
  ]
  return (
    <div className="mt-1 flex items-center border-line pt-1 max-sm:gap-1 sm:border-t">
      {slug && (
        <Button
          icon={Share2}
          className="flex-1 sm:hidden"
          aria-haspopup="dialog"
          aria-label={`Share ${title}`}
          onClick={onShare}
        >
          Share
        </Button>
      )}
      <div className="flex min-w-0 sm:-ml-3 sm:flex-1">
        <ActionLink
          label="View"
          title={title}
          to={slug && generatePath(pages.gallery, { slug })}
          reason="Link unavailable"
        />
        <Button
          kind="ghost"
          className="max-sm:hidden"
          aria-label={`Copy link to ${title}`}
          onClick={() => copyLink(slug, shareUrl)}
        >
          Copy link
        </Button>
        <ActionLink
          label="Edit"
          title={title}
          to={linkId && generatePath(pages.editLink, { linkId })}
          reason="Cannot edit: Invalid link ID"
        />
      </div>
      <IconButton
        icon={Trash2}
        kind="iconDanger"
        className="max-sm:hidden"
        label={`Delete ${title}`}
        hint="Delete"
        onClick={onDelete}
      />
      <More title={title} items={moreOnPhones} className="sm:hidden" />
      {more.length > 0 && <More title={title} items={more} className="-mr-3 max-sm:hidden" />}
    </div>
  )
}

type MoreProps = { title: string; items: MenuItem[]; className: string }

const More = ({ title, items, className }: MoreProps) => (
  <Menu
    items={items}
    trigger={(props) => (
      <IconButton {...props} className={className} icon={Ellipsis} label={`More for ${title}`} hint="More" />
    )}
  />
)
