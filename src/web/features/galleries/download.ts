import { addressOf, tokenKey } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'

/** Where all pictures of a gallery are had as one file. */
export const archiveAddress = (slug: string) => addressOf('/api/links/slug/:slug/download', { params: { slug } })

/** For the owner of what is closed to others: a plain link could not say who asks. */
export async function downloadAsOwner(slug: string, title: string) {
  const response = await fetch(archiveAddress(slug), {
    headers: { authorization: `Bearer ${readStored(tokenKey)}` },
  })
  if (!response.ok) throw new Error(`The download was answered with ${response.status}`)
  const address = URL.createObjectURL(await response.blob())
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = `${title}.zip`
  anchor.click()
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
