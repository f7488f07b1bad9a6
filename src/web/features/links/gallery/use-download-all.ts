import { useState } from 'react'
import type { Link } from '#shared/links.ts'
import { usePreviewAs } from '#web/lib/use-preview-as.ts'
import { archiveUrl } from './download.ts'

/** Pictures to take home, by a choice of sizes. undefined where there is nothing to take, or it is not allowed. */
export function useDownloadAll(link: Link, isOwner: boolean) {
  const [isChoosing, setIsChoosing] = useState(false)
  const isPreview = usePreviewAs() !== undefined
  const isOnlyForOwner = isOwner && (link.isPrivate || !link.allowDownloads)
  if (link.images.length < 2 || !(link.allowDownloads || isOnlyForOwner)) return undefined
  return {
    link,
    archive: archiveUrl(link, { size: 'full', images: link.images }),
    // Whoever looks as somebody else has no pass of theirs.
    isOnlyForOwner: isOnlyForOwner || isPreview,
    isChoosing,
    start: () => setIsChoosing(true),
    stop: () => setIsChoosing(false),
  }
}
export type Download = NonNullable<ReturnType<typeof useDownloadAll>>
