import { expireSession, toApiError, tokenKey } from './api.ts'
import { readStored } from './storage.ts'

/** Fetches a file with the bearer token, which a plain link can't send. */
export async function fetchFile(url: string): Promise<Blob> {
  const token = readStored(tokenKey)
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(url, { headers }).catch(() => {
    throw toApiError(0, undefined)
  })
  if (response.ok) return await response.blob()
  if (response.status === 401) expireSession(token)
  throw toApiError(response.status, await response.json().catch(() => undefined))
}

export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers only start reading the file after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
