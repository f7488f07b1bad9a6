import { downloadMaxSize } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import { type DownloadSize, getDownloadUrl } from '#shared/media.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'

/** The browser streams the ZIP to disk. */
export async function downloadImages(link: Link, ids: readonly string[], size: DownloadSize) {
  const isAll = ids.length === link.images.length
  if (!isAll && ids.length > downloadMaxSize) {
    return notify('error', `You can download up to ${downloadMaxSize} images at a time. Select fewer, or select all.`)
  }
  try {
    const query = { size, ...(!isAll && { images: ids.join(',') }) }
    const { data } = await call(getDownloadUrl, { params: { id: link._id }, query })
    const anchor = document.createElement('a')
    anchor.href = data.url
    anchor.download = ''
    anchor.click()
  } catch (error) {
    await notify('error', errorMessage(error, 'Failed to download images. Please try again.'))
  }
}
