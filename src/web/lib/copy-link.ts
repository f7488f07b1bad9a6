import { pages } from '#shared/pages.ts'
import { notify } from './notify.ts'

export const linkUrl = (slug: string) => `${window.location.origin}${pages.gallery.replace(':slug', slug)}`

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

export async function copyLink(slug: string | undefined) {
  if (!slug) return notify('error', 'Cannot copy link: Invalid or missing slug')
  if (await copyText(linkUrl(slug))) await notify('success', 'Link copied to clipboard!')
}
