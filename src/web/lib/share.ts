import type { Link } from '#shared/links.ts'

type SharedLink = Pick<Link, '_id' | 'isPrivate' | 'hasPassword'> & Partial<Pick<Link, 'slug' | 'shareUrl'>>

/** `link` is used to check whether others can open the URL. */
export type Shared = { title: string; url: string; link?: SharedLink | undefined }

/** Returns false only if the sheet failed to open. Closing it counts as success. */
export async function openShareSheet({ title, url }: Shared) {
  try {
    await navigator.share({ title, url })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/** Opens the share sheet on phones. Returns false if our own dialog should open instead. */
export async function tryShareSheet(shared: Shared) {
  if (shared.link?.isPrivate || shared.link?.hasPassword) return false
  const isPhone = 'share' in navigator && window.matchMedia('(pointer: coarse)').matches
  return isPhone && (await openShareSheet(shared))
}
