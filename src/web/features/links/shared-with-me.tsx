import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Clock, Image, LogOut, Pencil, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { copyLink } from '#web/lib/copy-link.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useFocusAfter } from '#web/lib/use-focus-after.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { LinkCover } from './link-cover.tsx'
import { linkGrid } from './link-list-skeleton.tsx'

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }))

const coverSizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw'

/** Most people have no shared links, so nothing is shown while loading or if it fails. */
export function SharedWithMe() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(ownerQueries.sharedLinks)
  const isEmpty = data?.length === 0
  const { data: collaborations = [] } = useQuery({ ...ownerQueries.collaborations, enabled: isEmpty })
  const [isLeaving, setIsLeaving] = useState(false)
  const isShown = data !== undefined && (!isEmpty || collaborations.length > 0)
  useFocusAfter(isShown, () => document.getElementById('main')?.focus({ preventScroll: true }))
  if (!isShown) return null
  return (
    <section aria-labelledby="shared-with-me" className="mt-14">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <div>
          <h2 id="shared-with-me" className="text-heading">
            Shared with me
          </h2>
          <p className="mt-1 text-ink-2 text-ui">
            Other people's galleries you help with. They don't count toward your plan.
          </p>
        </div>
        <Button kind="ghost" className="-mx-3" icon={LogOut} aria-haspopup="dialog" onClick={() => setIsLeaving(true)}>
          Leave
        </Button>
      </div>
      {isEmpty ? (
        <p className="text-ink-2">No galleries yet. New ones will appear here.</p>
      ) : (
        <ul className={linkGrid}>
          {data.map((link) => (
            <SharedCard key={link._id} link={link} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {isLeaving && (
        <Suspense>
          <LeaveDialog onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </section>
  )
}

function SharedCard({ link }: { link: Link }) {
  const { _id: linkId, slug, title, owner, imageCount, isExpired, myRole } = link
  const isEditor = myRole === 'editor'
  const action = isEditor ? 'Manage Images' : 'Upload'
  return (
    <li className="row-span-3 grid min-w-0 grid-rows-subgrid pb-[clamp(1.75rem,3vw,2.75rem)]">
      {/* The cover is hidden from keyboard and screen readers, because the title below is the same link. */}
      <RouterLink to={generatePath(pages.gallery, { slug })} tabIndex={-1} aria-hidden="true" className="block">
        <LinkCover link={link} alt="" sizes={coverSizes} />
      </RouterLink>
      <div>
        <h3 dir="auto" className="text-subhead wrap-anywhere">
          <RouterLink to={generatePath(pages.gallery, { slug })} className="hover:underline">
            {title}
          </RouterLink>
        </h3>
        {owner.name && (
          <p dir="auto" className="mt-0.5 text-ink-2 text-ui wrap-anywhere">
            by {owner.name}
          </p>
        )}
        <div className="mt-2.5 flex flex-wrap gap-1.5">
          <Badge icon={isEditor ? Pencil : Upload} tone="accent">
            {isEditor ? 'Editor' : 'Uploader'}
          </Badge>
          <Badge icon={Image}>
            {formatNumber(imageCount)}
            <span className="sr-only"> {imageCount === 1 ? 'image' : 'images'}</span>
          </Badge>
          {isExpired && (
            <Badge icon={Clock} tone="danger">
              Expired
            </Badge>
          )}
        </div>
      </div>
      <div className="mt-1 flex items-center border-line border-t pt-1 sm:-ml-0">
        <RouterLink
          to={generatePath(pages.upload, { linkId })}
          className={`${buttonStyle.ghost} -ml-3`}
          aria-label={`${action} ${title}`}
        >
          {action}
        </RouterLink>
        <Button kind="ghost" aria-label={`Copy link ${title}`} onClick={() => void copyLink(slug, link.shareUrl)}>
          Copy link
        </Button>
      </div>
    </li>
  )
}
