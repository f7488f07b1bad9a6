import { useQuery } from '@tanstack/react-query'
import { generatePath, Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { galleryQueries } from '#web/lib/queries/gallery.ts'
import { Failure } from '#web/ui/failure.tsx'
import { LinkCover } from './link-cover.tsx'

const shown = 6

/** With two galleries, the covers are larger instead of leaving the row half empty. */
const layouts = {
  two: { list: 'sm:grid-cols-2', sizes: '(min-width: 64rem) 37rem, (min-width: 40rem) 50vw, 100vw' },
  more: {
    list: 'sm:grid-cols-2 lg:grid-cols-3',
    sizes: '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw',
  },
}
const layoutOf = (galleries: number) => layouts[galleries === 2 ? 'two' : 'more']

export function PublicLinks() {
  const { data, error, refetch } = useQuery(galleryQueries.publicLinks(shown))
  if (data ? data.length === 0 : !error) return null
  const layout = layoutOf(data?.length ?? 0)
  return (
    <section aria-labelledby="public-links" className="page pt-[clamp(4rem,9vw,8rem)]">
      <h2 id="public-links" className="text-title">
        Public galleries
      </h2>
      <p className="mt-3 mb-10 max-w-measure text-ink-2">Shared by the Framelight community.</p>
      {error && !data && (
        <Failure
          sentence={errorMessage(error, 'Failed to fetch public links. Please try again.')}
          onRetry={() => void refetch()}
        />
      )}
      <ul className={`grid gap-x-6 gap-y-10 ${layout.list}`}>
        {data?.map((link) => (
          <li key={link._id} className="grid min-w-0 content-start gap-3">
            {/* The cover is hidden from keyboard and screen readers, because the title below is the same link. */}
            <Link to={generatePath(pages.gallery, { slug: link.slug })} tabIndex={-1} aria-hidden="true">
              <LinkCover link={link} alt="" sizes={layout.sizes} />
            </Link>
            <div>
              <h3 dir="auto" className="text-subhead wrap-anywhere">
                <Link to={generatePath(pages.gallery, { slug: link.slug })} className="hover:underline">
                  {link.title}
                </Link>
              </h3>
              <p className="mt-1 flex flex-wrap gap-x-5 text-caption text-ink-3">
                {link.owner.name && <bdi className="wrap-anywhere">{link.owner.name}</bdi>}
                <span>{count(link.imageCount, 'photo')}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
