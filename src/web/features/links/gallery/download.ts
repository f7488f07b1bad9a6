import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { type DownloadSize, downloadLink, getDownloadAddress } from '#shared/media.ts'
import { addressOf, call } from '#web/lib/api.ts'
import { addressOfSize, downloadAddressOf } from '#web/lib/download-address.ts'

/** What somebody takes home: how large, and which pictures of a link. */
export type Wanted = { size: DownloadSize; images: readonly Image[] }

/** The call's own defaults are left out, so that the usual address is a short one. */
function queryOf(link: Link, { size, images }: Wanted) {
  const isAll = images.length === link.images.length
  return {
    ...(size !== 'full' && { size }),
    ...(!isAll && { images: images.map(({ _id }) => _id).join(',') }),
  }
}

/** Where visitors have these pictures as one file; a single one as it is. */
export function archiveAddress(link: Link, wanted: Wanted) {
  const [image, ...more] = wanted.images
  const alone = image && more.length === 0 ? addressOfSize(image, wanted.size) : null
  if (alone) return downloadAddressOf(alone)
  return addressOf(downloadLink.url, { params: { slug: link.slug }, query: queryOf(link, wanted) })
}

/** As if a link to it had been pressed. */
function saveFrom(address: string) {
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = ''
  anchor.click()
}

/** For the owner of what is closed to others: a plain link could not say who asks, so an address that does is asked for. */
export async function downloadAsOwner(link: Link, wanted: Wanted) {
  const { data } = await call(getDownloadAddress, { params: { id: link._id }, query: queryOf(link, wanted) })
  saveFrom(data.url)
}
