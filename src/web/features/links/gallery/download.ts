import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { type DownloadSize, downloadLink, getDownloadUrl } from '#shared/media.ts'
import { call, urlOf } from '#web/lib/api.ts'
import { downloadUrlOf, urlOfSize } from '#web/lib/download-url.ts'

export type DownloadRequest = { size: DownloadSize; images: readonly Image[] }

/** Omits parameters that match the API's defaults, to keep URLs short. */
function queryOf(link: Link, { size, images }: DownloadRequest) {
  const isAll = images.length === link.images.length
  return {
    ...(size !== 'full' && { size }),
    ...(!isAll && { images: images.map(({ _id }) => _id).join(',') }),
  }
}

/** Returns the URL of a ZIP, or of the image itself if only one is selected. */
export function archiveUrl(link: Link, wanted: DownloadRequest) {
  const [image, ...more] = wanted.images
  const single = image && more.length === 0 ? urlOfSize(image, wanted.size) : null
  if (single) return downloadUrlOf(single)
  return urlOf(downloadLink.url, { params: { slug: link.slug }, query: queryOf(link, wanted) })
}

/** In bytes, or null if it's unknown. */
export async function archiveSize(url: string) {
  const { ok, headers } = await fetch(url, { method: 'HEAD' })
  return ok ? Number(headers.get('content-length')) || null : null
}

function saveFrom(url: string) {
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = ''
  anchor.click()
}

/** Requests a temporary URL first, because a plain link can't send the owner's token. */
export async function downloadAsOwner(link: Link, wanted: DownloadRequest) {
  const { data } = await call(getDownloadUrl, { params: { id: link._id }, query: queryOf(link, wanted) })
  saveFrom(data.url)
}
