import { useState } from 'react'
import type { Link } from '#shared/links.ts'
import { useSeenAs } from '#web/lib/use-seen-as.ts'
import { archiveAddress } from './download.ts'

/** Pictures to take home, by a choice of sizes. undefined where there is nothing to take, or it is not allowed. */
export function useDownloadAll(link: Link, isOwner: boolean) {
  const [isChoosing, setIsChoosing] = useState(false)
  const isSeenAs = useSeenAs() !== undefined
  const isOnlyForOwner = isOwner && (link.isPrivate || !link.allowDownloads)
  if (link.images.length < 2 || !(link.allowDownloads || isOnlyForOwner)) return undefined
  return {
    link,
    archive: archiveAddress(link, { size: 'full', images: link.images }),
    // Whoever looks as somebody else has no pass of theirs.
    isOnlyForOwner: isOnlyForOwner || isSeenAs,
    isChoosing,
    start: () => setIsChoosing(true),
    stop: () => setIsChoosing(false),
  }
}
export type Download = NonNullable<ReturnType<typeof useDownloadAll>>
