import type { ReactNode } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { ShareButton } from '#web/ui/share-button.tsx'
import { StudioFoot } from '#web/ui/studio-brand.tsx'
import { AddPhotosLink } from './add-photos-link.tsx'
import { OpenUntil } from './gallery-facts.tsx'

type Props = {
  link: Link
  branded: boolean
  download: ReactNode
  follow: ReactNode
  report: ReactNode
}

export const GalleryFoot = ({ link, branded, download, follow, report }: Props) => (
  <div className="px-(--gutter) pt-[clamp(3rem,7vw,6rem)] text-center">
    {link.images.length > 0 && (
      <div className="mb-16 grid justify-items-center gap-5">
        {link.adding && (
          <>
            <p className="text-subhead">Were you there? Add your photos.</p>
            <AddPhotosLink slug={link.slug} kind="primary" />
          </>
        )}
        <p className="wrap-anywhere text-subhead">
          {count(link.imageCount, 'photo')}
          {link.owner.name && (
            <>
              {' '}
              by <bdi>{link.owner.name}</bdi>
            </>
          )}
        </p>
        <div className="flex w-full flex-wrap justify-center gap-2 max-sm:*:flex-1">
          {download}
          <ShareButton title={link.title} link={link} path={generatePath(pages.gallery, { slug: link.slug })} />
          {follow}
        </div>
      </div>
    )}
    {link.studio && <StudioFoot studio={link.studio} />}
    <p className="-mb-12 flex flex-wrap justify-center gap-x-5 gap-y-1 py-2 text-caption text-ink-3">
      {!link.studio && <span className="wrap-anywhere">Link {link.slug}</span>}
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
