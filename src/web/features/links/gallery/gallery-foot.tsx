import type { ReactNode } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { ShareButton } from '#web/ui/share-button.tsx'
import { OpenUntil } from './gallery-facts.tsx'

type Props = {
  link: Link
  branded: boolean
  /** How the pictures are taken home, where they may be. */
  download: ReactNode
  follow: ReactNode
  /** How something that should not be here is told to whoever runs the server. */
  report: ReactNode
}

/** After the last picture: what can be done with all of them, and what the link is. */
export const GalleryFoot = ({ link, branded, download, follow, report }: Props) => (
  <div className="px-(--gutter) pt-[clamp(3rem,7vw,6rem)] text-center">
    {link.images.length > 0 && (
      <div className="mb-16 grid justify-items-center gap-5">
        <p className="wrap-anywhere text-subhead">
          {count(link.imageCount, 'picture')}
          {link.owner.name && (
            <>
              {' '}
              by <bdi>{link.owner.name}</bdi>
            </>
          )}
        </p>
        <div className="flex w-full justify-center gap-2 max-sm:*:flex-1">
          {download}
          <ShareButton title={link.title} link={link} path={generatePath(pages.gallery, { slug: link.slug })} />
        </div>
        {follow}
      </div>
    )}
    <p className="-mb-12 flex flex-wrap justify-center gap-x-5 gap-y-1 py-2 text-caption text-ink-3">
      <span className="wrap-anywhere">Link {link.slug}</span>
      <OpenUntil link={link} />
      {report}
      {branded && (
        <span>
          Shared with{' '}
          <RouterLink className="underline hover:text-ink" to={pages.home}>
            Framelight
          </RouterLink>
        </span>
      )}
    </p>
  </div>
)
