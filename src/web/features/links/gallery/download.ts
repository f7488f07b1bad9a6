import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { type DownloadSize, downloadLink, getDownloadUrl } from '#shared/media.ts'
import { call, urlOf } from '#web/lib/api.ts'
import { downloadUrlOf, urlOfSize } from '#web/lib/download-url.ts'

/** What somebody takes home: how large, and which pictures of a link. */
export type DownloadRequest = { size: DownloadSize; images: readonly Image[] }

/** The call's own defaults are left out, so that the usual address is a short one. */
function queryOf(link: Link, { size, images }: DownloadRequest) {
  const isAll = images.length === link.images.length
  return {
    ...(size !== 'full' && { size }),
    ...(!isAll && { images: images.map(({ _id }) => _id).join(',') }),
  }
}

/** Where visitors have these pictures as one file; a single one as it is. */
export function archiveUrl(link: Link, wanted: DownloadRequest) {
  const [image, ...more] = wanted.images
  const alone = image && more.length === 0 ? urlOfSize(image, wanted.size) : null
  if (alone) return downloadUrlOf(alone)
  return urlOf(downloadLink.url, { params: { slug: link.slug }, query: queryOf(link, wanted) })
}

/** As if a link to it had been pressed. */
function saveFrom(address: string) {
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = ''
  anchor.click()
}

/** For the owner of what is closed to others: a plain link could not say who asks, so an address that does is asked for. */
export async function downloadAsOwner(link: Link, wanted: DownloadRequest) {
  const { data } = await call(getDownloadUrl, { params: { id: link._id }, query: queryOf(link, wanted) })
  saveFrom(data.url)
}
