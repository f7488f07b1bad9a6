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
