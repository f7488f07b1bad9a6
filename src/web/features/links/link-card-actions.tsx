import { ChartNoAxesColumn, Trash2 } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import type { Link as SharedLink } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { copyLink } from '#web/lib/copy-link.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type ActionLinkProps = {
  word: string
  title: string
  /** Where it leads; without one it is there, disabled, and says why. */
  to: string | undefined
  reason: string
}

const ActionLink = ({ word, title, to, reason }: ActionLinkProps) =>
  to ? (
    <Link to={to} className={`${buttonStyle.ghost} max-sm:px-2`} aria-label={`${word} ${title}`}>
      {word}
    </Link>
  ) : (
    <Button kind="ghost" aria-label={`${word} ${title}`} title={reason} disabled>
      {word}
    </Button>
  )

type Props = { link: Pick<SharedLink, '_id' | 'slug' | 'title'>; onDelete: () => void }

/** What can be done with a link from its card. */
export function LinkCardActions({ link: { _id, slug, title }, onDelete }: Props) {
  const analytics = _id && generatePath(pages.linkAnalytics, { linkId: _id })
  return (
    <div className="mt-1 flex items-center border-line border-t pt-1">
      <div className="-ml-2 flex min-w-0 flex-1 sm:-ml-3">
        <ActionLink
          word="View"
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
          word="Edit"
          title={title}
          to={_id && generatePath(pages.editLink, { linkId: _id })}
          reason="Cannot edit: Invalid link ID"
        />
      </div>
      {analytics ? (
        <Link to={analytics} className={buttonStyle.icon} aria-label={`Analytics of ${title}`} title="Analytics">
          <ChartNoAxesColumn size={20} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      ) : (
        <IconButton icon={ChartNoAxesColumn} label={`Analytics of ${title}`} hint="Link unavailable" disabled />
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
