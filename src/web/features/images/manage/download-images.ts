import { downloadMaxSize } from '#shared/limits.ts'
import { getDownloadAddress, type Link } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { notify } from '#web/lib/notify.ts'
import { sentenceOf } from '#web/lib/sentence.ts'

/** Lets the browser fetch the chosen pictures as one ZIP, which is written to disk as it comes. */
export async function downloadImages(link: Link, ids: readonly string[]) {
  const isAll = ids.length === link.images.length
  if (!isAll && ids.length > downloadMaxSize) {
    return notify('error', `At most ${downloadMaxSize} images can be downloaded at once. Select fewer, or all of them.`)
  }
  try {
    const { data } = await call(getDownloadAddress, { params: { id: link._id } })
    const anchor = document.createElement('a')
    anchor.href = isAll ? data.url : `${data.url}&images=${ids.join(',')}`
    anchor.download = ''
    anchor.click()
  } catch (error) {
    await notify('error', sentenceOf(error, 'Failed to download images. Please try again.'))
  }
}
