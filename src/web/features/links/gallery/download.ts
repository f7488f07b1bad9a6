import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { type DownloadSize, downloadLink, getDownloadUrl } from '#shared/media.ts'
import type { Section } from '#shared/sections.ts'
import { call, urlOf } from '#web/lib/api.ts'
import { downloadUrlOf, urlOfSize } from '#web/lib/download-url.ts'

/** `section` is set if only its images can be selected. */
export type DownloadRequest = { size: DownloadSize; images: readonly Image[]; section?: Section | undefined }

export const imagesOf = ({ images }: Link, section: Section | undefined) =>
  section ? images.filter(({ sectionId }) => sectionId === section._id) : images

/** Omits parameters that match the API's defaults, to keep URLs short. */
function queryOf(link: Link, { size, images, section }: DownloadRequest) {
  const isAll = images.length === imagesOf(link, section).length
  return {
    ...(size !== 'full' && { size }),
    ...(!isAll && { images: images.map(({ _id }) => _id).join(',') }),
    ...(isAll && section && { section: section._id }),
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
