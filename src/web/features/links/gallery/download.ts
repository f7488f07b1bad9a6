import { downloadLink, getDownloadAddress } from '#shared/links.ts'
import { addressOf, call } from '#web/lib/api.ts'

/** Where all pictures of a gallery are had as one file. */
export const archiveAddress = (slug: string) => addressOf(downloadLink.url, { params: { slug } })

/** As if a link to it had been pressed. */
export function saveFrom(address: string) {
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = ''
  anchor.click()
}

/** For the owner of what is closed to others: a plain link could not say who asks, so an address that does is asked for. */
export async function downloadAsOwner(linkId: string) {
  const { data } = await call(getDownloadAddress, { params: { id: linkId } })
  saveFrom(data.url)
}
