import type { Image } from '#shared/images.ts'
import type { DownloadSize } from '#shared/media.ts'

/** `download=1` makes the server set the file name and count a download. */
export const downloadUrlOf = (url: string) => `${url}${url.includes('?') ? '&' : '?'}download=1`

/** Returns null if the visitor isn't allowed to download the image. */
export const urlOfSize = ({ url, imageUrl }: Image, size: DownloadSize) => url && (size === 'web' ? imageUrl : url)

/** Replaces the extension with that of the served file, so an upload named `holiday.html` is saved as an image. */
export function savedName({ fileName }: Image, url: string) {
  const [extension = ''] = /\.\w+$/.exec(url.split('?')[0] ?? '') ?? []
  return fileName.toLowerCase().endsWith(extension) ? fileName : `${fileName.replace(/\.\w{1,10}$/, '')}${extension}`
}
