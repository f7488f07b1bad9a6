import { pages } from '#shared/pages.ts'
import { notify } from './notify.ts'

/** Where a link is opened, as people send it to each other. */
export const linkUrl = (slug: string) => `${window.location.origin}${pages.gallery.replace(':slug', slug)}`

/** Whether it is on the clipboard now. */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    // The specification asks for no more than this: the address can be seen and copied by hand.
    // biome-ignore lint/suspicious/noConsole: a failing clipboard is only logged
    console.warn('The clipboard could not be written', error)
    return false
  }
}

export async function copyLink(slug: string | undefined) {
  if (!slug) return notify('error', 'Cannot copy link: Invalid or missing slug')
  if (await copyText(linkUrl(slug))) await notify('success', 'Link copied to clipboard!')
}
