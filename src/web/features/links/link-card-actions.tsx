import { ChartNoAxesColumn, Trash2 } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import type { Link as SharedLink } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { copyLink } from '#web/lib/copy-link.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type ActionLinkProps = {
  label: string
  title: string
  /** If undefined, the button is disabled and its tooltip shows the `reason`. */
  to: string | undefined
  reason: string
}

const ActionLink = ({ label, title, to, reason }: ActionLinkProps) =>
  to ? (
    <Link to={to} className={`${buttonStyle.ghost} max-sm:px-2`} aria-label={`${label} ${title}`}>
      {label}
    </Link>
  ) : (
    <Button kind="ghost" aria-label={`${label} ${title}`} title={reason} disabled>
      {label}
    </Button>
  )

type Props = { link: Pick<SharedLink, '_id' | 'slug' | 'title'>; onDelete: () => void }

export function LinkCardActions({ link: { _id, slug, title }, onDelete }: Props) {
  const analytics = _id && generatePath(pages.linkAnalytics, { linkId: _id })
  return (
    <div className="mt-1 flex items-center border-line border-t pt-1">
      <div className="-ml-2 flex min-w-0 flex-1 sm:-ml-3">
        <ActionLink
          label="View"
          title={title}
          to={slug && generatePath(pages.gallery, { slug })}
          reason="Link unavailable"
        />
        <Button
          kind="ghost"
          className="max-sm:px-2"
          aria-label={`Copy link to ${title}`}
          onClick={() => copyLink(slug)}
        >
          Copy link
        </Button>
        <ActionLink
          label="Edit"
          title={title}
          to={_id && generatePath(pages.editLink, { linkId: _id })}
          reason="Cannot edit: Invalid link ID"
        />
      </div>
      {analytics ? (
        <Link to={analytics} className={buttonStyle.icon} aria-label={`Analytics for ${title}`} title="Analytics">
          <ChartNoAxesColumn size={20} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      ) : (
        <IconButton icon={ChartNoAxesColumn} label={`Analytics for ${title}`} hint="Link unavailable" disabled />
      )}
      <IconButton
        icon={Trash2}
        kind="iconDanger"
        className="-mr-3"
        label={`Delete ${title}`}
        hint="Delete"
        onClick={onDelete}
      />
    </div>
  )
}
