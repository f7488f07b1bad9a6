import { generatePath, Link } from 'react-router'
import type { Link as SharedLink } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { formatDay, shorten } from '#web/lib/formats.ts'
import { LinkBadges } from './link-badges.tsx'
import { LinkCardActions } from './link-card-actions.tsx'
import { LinkCover } from './link-cover.tsx'
import { NextStepLine } from './next-step-line.tsx'
import { useNewComments } from './use-new-comments.ts'

const previewLength = 100
const coverSizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw'

type Props = { link: SharedLink; onDelete: () => void }

export function LinkCard({ link, onDelete }: Props) {
  const { slug, title, description, createdAt, expiresAt, isExpired } = link
  const newComments = useNewComments(link._id)
  const path = slug && generatePath(pages.gallery, { slug })
  const cover = <LinkCover link={link} alt="" sizes={coverSizes} />
  return (
    <li className="link-card">
      {/* The cover is hidden from keyboard and screen readers, because the title below is the same link. */}
      {path ? (
        <Link to={path} tabIndex={-1} aria-hidden="true" className="block">
          {cover}
        </Link>
      ) : (
        cover
      )}
      <div>
        <h3 dir="auto" className="text-subhead wrap-anywhere">
          {path ? (
            <Link to={path} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        {description && (
          <p dir="auto" className="mt-0.5 text-ink-2 text-ui wrap-anywhere">
            {shorten(description, previewLength)}
          </p>
        )}
      </div>
      <NextStepLine link={link} newComments={newComments} />
      <div>
        <LinkBadges link={link} />
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-caption text-ink-3">
          <span>Created {formatDay(createdAt)}</span>
          {expiresAt && (
            <span>
              {isExpired ? 'Expired' : 'Expires'} {formatDay(expiresAt)}
            </span>
          )}
          {path && <span className="wrap-anywhere">{path}</span>}
        </p>
      </div>
      <LinkCardActions link={link} onDelete={onDelete} />
    </li>
  )
}
