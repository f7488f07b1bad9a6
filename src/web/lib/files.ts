import { expireSession, toApiError, tokenKey } from './api.ts'
import { readStored } from './storage.ts'

/** Fetches a file with the token that a plain link could not carry. */
export async function fetchFile(address: string): Promise<Blob> {
  const token = readStored(tokenKey)
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(address, { headers }).catch(() => {
    throw toApiError(0, undefined)
  })
  if (response.ok) return await response.blob()
  if (response.status === 401) expireSession(token)
  throw toApiError(response.status, await response.json().catch(() => undefined))
}

/** Hands a file that was made here to the browser's downloads. */
export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken hold of the file by then; some do so only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
