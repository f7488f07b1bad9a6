import { useInfiniteQuery } from '@tanstack/react-query'
import { Image, Pencil, Upload } from 'lucide-react'
import { generatePath, Link as RouterLink } from 'react-router'
import { type Link, listSharedLinks } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { copyLink } from '#web/lib/copy-link.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { LinkCover } from './link-cover.tsx'
import { linkGrid } from './link-list-skeleton.tsx'

const coverSizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw'

/** Most people have no shared links, so nothing is shown while loading or if it fails. */
export function SharedWithMe() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: queryKeys.sharedLinks,
    queryFn: ({ pageParam: cursor }) => call(listSharedLinks, { query: { cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages: loaded }) => loaded.flatMap(({ data: links }) => links),
  })
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="shared-with-me" className="mt-14">
      <h2 id="shared-with-me" className="text-heading">
        Shared with me
      </h2>
      <p className="mt-1 mb-6 text-ink-2 text-ui">
        Other people's galleries you help with. They don't count toward your plan.
      </p>
      <ul className={linkGrid}>
        {data.map((link) => (
          <SharedCard key={link._id} link={link} />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

function SharedCard({ link }: { link: Link }) {
  const { _id: linkId, slug, title, owner, imageCount, myRole } = link
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
        <Button kind="ghost" aria-label={`Copy link ${title}`} onClick={() => void copyLink(slug)}>
          Copy link
        </Button>
      </div>
    </li>
  )
}
