import type { Link } from '#shared/links.ts'
import { addressOf, expireSession, toApiError, tokenKey } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'

const url = '/api/links/slug/:slug/download'

/** Fetches the chosen pictures as one ZIP, with the token that a plain link could not carry, and saves it. */
export async function downloadImages({ slug, title }: Link, ids: readonly string[]) {
  const token = readStored(tokenKey)
  const address = addressOf(url, { params: { slug }, query: { images: ids.join(',') } })
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } }).catch(() => {
    throw toApiError(0, undefined)
  })
  if (!response.ok) {
    if (response.status === 401) expireSession(token)
    throw toApiError(response.status, await response.json().catch(() => undefined))
  }
  const object = URL.createObjectURL(await response.blob())
  const anchor = document.createElement('a')
  anchor.href = object
  anchor.download = `${title}.zip`
  anchor.click()
  // The browser reads it after the press, in its own time.
  setTimeout(() => URL.revokeObjectURL(object), 60_000)
}
