import type { Image } from '#shared/images.ts'
import type { DownloadSize } from '#shared/media.ts'

/** With `download=1` the server names the file and counts a download. */
export const downloadUrlOf = (url: string) => `${url}${url.includes('?') ? '&' : '?'}download=1`

/** null if the visitor may not download it. */
export const urlOfSize = ({ url, imageUrl }: Image, size: DownloadSize) => url && (size === 'web' ? imageUrl : url)

/** The original name with the extension of the file we send, so an upload named `holiday.html` is saved as an image. */
export function savedName({ fileName }: Image, url: string) {
  const [extension = ''] = /\.\w+$/.exec(url.split('?')[0] ?? '') ?? []
  return fileName.toLowerCase().endsWith(extension) ? fileName : `${fileName.replace(/\.\w{1,10}$/, '')}${extension}`
}
