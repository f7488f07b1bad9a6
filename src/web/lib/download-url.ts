import type { Image } from '#shared/images.ts'
import type { DownloadSize } from '#shared/media.ts'

/** Where a picture is taken home from: the server then names the file and counts a download. */
export const downloadUrlOf = (url: string) => `${url}${url.includes('?') ? '&' : '?'}download=1`

/** null where this visitor is not offered it. */
export const urlOfSize = ({ url, imageUrl }: Image, size: DownloadSize) => url && (size === 'web' ? imageUrl : url)

/** Under its own name, with the ending of the file that is sent: what came as `holiday.html` is saved as a picture. */
export function savedName({ fileName }: Image, url: string) {
  const [ending = ''] = /\.\w+$/.exec(url.split('?')[0] ?? '') ?? []
  return fileName.toLowerCase().endsWith(ending) ? fileName : `${fileName.replace(/\.\w{1,10}$/, '')}${ending}`
}
