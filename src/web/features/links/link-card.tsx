import { generatePath, Link } from 'react-router'
import type { Link as SharedLink } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { formatShortDay, shorten } from '#web/lib/formats.ts'
import { LinkBadges } from './link-badges.tsx'
import { LinkCardActions } from './link-card-actions.tsx'
import { LinkCover } from './link-cover.tsx'

const previewLength = 100
const coverSizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw'

type Props = { link: SharedLink; onDelete: () => void }

export function LinkCard({ link, onDelete }: Props) {
  const { slug, title, description, createdAt, expiresAt, isExpired } = link
  const address = slug && generatePath(pages.gallery, { slug })
  const cover = <LinkCover link={link} alt="" sizes={coverSizes} />
  return (
    <li className="grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_1fr_auto] gap-3">
      {/* The title below leads to the same place, for those who do not point. */}
      {address ? (
        <Link to={address} tabIndex={-1} aria-hidden="true" className="block">
          {cover}
        </Link>
      ) : (
        cover
      )}
      <LinkBadges link={link} />
      <div>
        <h3 dir="auto" className="text-subhead wrap-anywhere">
          {address ? (
            <Link to={address} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        {description && (
          <p dir="auto" className="mt-1 text-ink-2 text-ui wrap-anywhere">
            {shorten(description, previewLength)}
          </p>
        )}
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-caption text-ink-3">
          <span>Created {formatShortDay(createdAt)}</span>
          {expiresAt && (
            <span>
              {isExpired ? 'Expired' : 'Expires'} {formatShortDay(expiresAt)}
            </span>
          )}
        </p>
      </div>
      <div className="flex items-center justify-between gap-4 border-line border-t pt-1">
        <span className="truncate text-caption text-ink-3">{address}</span>
        <LinkCardActions link={link} onDelete={onDelete} />
      </div>
    </li>
  )
}
