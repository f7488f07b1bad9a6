import type { Link } from '#shared/links.ts'

/** `link`: what it belongs to, where that is known; not everybody can open every link. */
export type Shared = { title: string; url: string; link?: Pick<Link, '_id' | 'isPrivate' | 'hasPassword'> | undefined }

/** Opens the system's own share sheet. Whoever closes it has changed their mind; there is nothing to say. */
export async function openShareSheet({ title, url }: Shared) {
  try {
    await navigator.share({ title, url })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/**
 * On phones the system's sheet comes at once. False where there is none, or where it did not open: our dialog is next. So it
 * is where more than the address is to be said.
 */
export async function tryShareSheet(shared: Shared) {
  if (shared.link?.isPrivate || shared.link?.hasPassword) return false
  const isPhone = 'share' in navigator && window.matchMedia('(pointer: coarse)').matches
  return isPhone && (await openShareSheet(shared))
}
