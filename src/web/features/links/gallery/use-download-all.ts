import { useState } from 'react'
import type { Link } from '#shared/links.ts'
import { usePreviewAs } from '#web/lib/use-preview-as.ts'
import { archiveUrl } from './download.ts'

/** Returns undefined if the viewer can't download or there are fewer than two images. */
export function useDownloadAll(link: Link, isOwner: boolean) {
  const [isOpen, setIsOpen] = useState(false)
  const isPreview = usePreviewAs() !== undefined
  const isOnlyForOwner = isOwner && (link.isPrivate || !link.allowDownloads)
  if (link.images.length < 2 || !(link.allowDownloads || isOnlyForOwner)) return undefined
  return {
    link,
    archive: archiveUrl(link, { size: 'full', images: link.images }),
    // An owner who previews as a guest doesn't have the guest's pass, so download as the owner.
    isOnlyForOwner: isOnlyForOwner || isPreview,
    isOpen,
    start: () => setIsOpen(true),
    stop: () => setIsOpen(false),
  }
}
export type Download = NonNullable<ReturnType<typeof useDownloadAll>>
