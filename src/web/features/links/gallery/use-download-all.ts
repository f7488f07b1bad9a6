import { useState } from 'react'
import type { Link } from '#shared/links.ts'
import type { Section } from '#shared/sections.ts'
import { usePreviewAs } from '#web/lib/use-preview-as.ts'
import { archiveUrl, imagesOf } from './download.ts'

/** Returns undefined if the viewer can't download, or if there are fewer than two images and no `section` is given. */
export function useDownloadAll(link: Link, isOwner: boolean, section?: Section) {
  const [isOpen, setIsOpen] = useState(false)
  const isPreview = usePreviewAs() !== undefined
  const isOnlyForOwner = isOwner && (link.isPrivate || !link.allowDownloads)
  if ((link.images.length < 2 && !section) || !(link.allowDownloads || isOnlyForOwner)) return undefined
  return {
    link,
    section,
    archive: archiveUrl(link, { size: 'full', images: imagesOf(link, section), section }),
    // An owner who previews as a guest doesn't have the guest's pass, so download as the owner.
    isOnlyForOwner: isOnlyForOwner || isPreview,
    isOpen,
    start: () => setIsOpen(true),
    stop: () => setIsOpen(false),
  }
}
export type Download = NonNullable<ReturnType<typeof useDownloadAll>>
