import { useState } from 'react'
import type { Link } from '#shared/links.ts'
import { notify } from '#web/lib/notify.ts'
import { canSaveToPhotos } from '#web/lib/save-to-photos.ts'
import { archiveAddress, downloadAsOwner, saveFrom } from './download.ts'

/**
 * All pictures to take home: by a plain link, on a phone by a choice, and for the owner of what is closed to others by an address
 * that is asked for. undefined where there is nothing to take, or it is not allowed.
 */
export function useDownloadAll(link: Link, isOwner: boolean) {
  const [isChoosing, setIsChoosing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isOnlyForOwner = isOwner && (link.isPrivate || !link.allowDownloads)
  if (link.images.length < 2 || !(link.allowDownloads || isOnlyForOwner)) return undefined
  const archive = archiveAddress(link.slug)

  const askForAddress = async () => {
    setIsBusy(true)
    await downloadAsOwner(link._id).catch(() =>
      notify('error', 'The pictures could not be downloaded. Try again in a moment.'),
    )
    setIsBusy(false)
  }
  return {
    images: link.images,
    archive,
    isOnlyForOwner,
    isBusy,
    isChoosing,
    stopChoosing: () => setIsChoosing(false),
    start() {
      if (isOnlyForOwner) void askForAddress()
      else if (canSaveToPhotos(link.images)) setIsChoosing(true)
      else saveFrom(archive)
    },
  }
}
export type Download = NonNullable<ReturnType<typeof useDownloadAll>>
