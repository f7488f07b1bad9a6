import type { Link } from '#shared/links.ts'

/** `link`, if known, tells whether others can open the URL. */
export type Shared = { title: string; url: string; link?: Pick<Link, '_id' | 'isPrivate' | 'hasPassword'> | undefined }

/** Closing the sheet counts as done; only failing to open it is false. */
export async function openShareSheet({ title, url }: Shared) {
  try {
    await navigator.share({ title, url })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/** Opens the system sheet on phones. False if our own dialog should open, as for private links and passwords. */
export async function tryShareSheet(shared: Shared) {
  if (shared.link?.isPrivate || shared.link?.hasPassword) return false
  const isPhone = 'share' in navigator && window.matchMedia('(pointer: coarse)').matches
  return isPhone && (await openShareSheet(shared))
}
