import { pages } from '#shared/pages.ts'
import { notify } from './notify.ts'

/** On an owner's domain, a gallery's URL is its slug. Otherwise, it's on the host that this page is on. */
export function linkUrl(slug: string, shareUrl?: string) {
  const path = pages.gallery.replace(':slug', slug)
  return shareUrl === undefined || shareUrl.endsWith(path) ? window.location.origin + path : shareUrl
}

/** The URL of any page of the gallery, on the owner's domain if they have one. */
export function pageUrl(path: string, slug: string, shareUrl?: string) {
  const gallery = linkUrl(slug, shareUrl)
  return path === pages.gallery.replace(':slug', slug) ? gallery : new URL(path, gallery).href
}

/** Links with such a host don't open on other devices. */
export const isOnThisComputer = (url: string) =>
  /^(localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\])$/.test(new URL(url).hostname)

export const onlyOnThisComputer =
  'This link only opens on this computer. To share it, use an address that others can reach.'

export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    // The specification only requires a log entry.
    // biome-ignore lint/suspicious/noConsole: a failing clipboard is only logged
    console.warn("Couldn't write to the clipboard", error)
    return false
  }
}

export async function copyLink(slug: string | undefined, shareUrl?: string) {
  if (!slug) return notify('error', 'Cannot copy link: Invalid or missing slug')
  const url = linkUrl(slug, shareUrl)
  if (!(await copyText(url))) return
  await notify('success', 'Link copied to clipboard!')
  if (isOnThisComputer(url)) await notify('info', onlyOnThisComputer)
}
