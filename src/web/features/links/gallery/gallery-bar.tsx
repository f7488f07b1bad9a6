import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { generatePath } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { SlimHead } from '#web/ui/slim-head.tsx'
import { StudioLogo } from '#web/ui/studio-brand.tsx'
import { directionOf } from '#web/ui/user-text.tsx'
import { AddPhotosLink } from './add-photos-link.tsx'
import { DownloadAll } from './download-all.tsx'
import { GalleryFacts } from './gallery-facts.tsx'
import type { Download } from './use-download-all.ts'
import './gallery-bar.css'

type Props = {
  link: Link
  /** Under a cover, which has the title and owner, the bar shows the details until it sticks to the top. */
  isUnderCover: boolean
  download: Download | undefined
  onSlideshow: () => void
  menu: ReactNode
}

export function GalleryBar({ link, isUnderCover, download, onSlideshow, menu }: Props) {
  const { title, slug, owner, images, studio } = link
  const direction = directionOf(title)
  const actions = (
    <>
      {images.length > 1 && (
        <Button kind="ghost" icon={Play} className="slim-roomy" onClick={onSlideshow}>
          Slideshow
        </Button>
      )}
      {download && <DownloadAll download={download} kind="ghost" className="slim-roomy" />}
      <ShareButton
        title={title}
        link={link}
        path={generatePath(pages.gallery, { slug })}
        // If visitors can add photos or send favorites, that's the primary button.
        kind={link.choosing === 'on' || link.adding ? 'plain' : 'primary'}
        className={link.adding ? 'slim-roomy' : ''}
      />
      {link.adding && <AddPhotosLink slug={slug} kind={link.choosing === 'on' ? 'plain' : 'primary'} />}
      {menu}
    </>
  )
  if (!isUnderCover) {
    return (
      <SlimHead dir={direction} actions={actions}>
        {studio ? (
          <StudioLogo studio={studio} />
        ) : (
          <p className="slim-whose">
            <b className="font-medium">
              <bdi>{owner.name}</bdi>
            </b>
          </p>
        )}
      </SlimHead>
    )
  }
  return (
    <SlimHead label="Gallery" dir={direction} actions={actions}>
      <GalleryFacts link={link} className="cover-facts" />
      <p className="slim-whose cover-names">
        <b className="font-medium">
          <bdi>{title}</bdi>
        </b>
        <span>
          <bdi>{owner.name}</bdi>
        </span>
      </p>
    </SlimHead>
  )
}
