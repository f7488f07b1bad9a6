import { ApiError, tokenKey } from './api.ts'
import { readStored } from './storage.ts'

const attempt = {
  code: 'UNREACHABLE',
  message: 'The file could not be fetched. Check your connection and try again.',
} as const

/** Fetches a file that only a signed-in user may have, and lets the browser save it. */
export async function saveAnswer(address: string, fileName: string) {
  const token = readStored(tokenKey)
  const response = await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} }).catch(() => {
    throw new ApiError(0, attempt)
  })
  if (!response.ok) {
    const failure = await response.json().catch(() => attempt)
    throw new ApiError(response.status, failure)
  }
  const url = URL.createObjectURL(await response.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName })
  link.click()
  // The browser reads the address after the click; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
