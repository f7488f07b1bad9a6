import { queryOptions } from '@tanstack/react-query'
import { listMyUploads } from '#shared/guest-uploads.ts'
import { getLinkBySlug, listPublicLinks } from '#shared/links.ts'
import type { GalleryState } from '#shared/page-data.ts'
import { call } from '../api.ts'
import { toRefusal } from '../refusal.ts'
import { queryKeys } from './keys.ts'

/** These queries return links as visitors see them. Expired, private and similar responses are states, not errors. */
export const galleryQueries = {
  /** Fetching a gallery counts as a visit. */
  gallery: (slug: string) =>
    queryOptions({
      queryKey: queryKeys.gallery(slug),
      queryFn: ({ signal }) => fetchGallery(slug, signal).catch(toRefusal),
    }),

  /** The photos that this visitor has added. */
  myUploads: (slug: string) =>
    queryOptions({
      queryKey: queryKeys.myUploads(slug),
      queryFn: async ({ signal }) => (await call(listMyUploads, { params: { slug }, signal })).data,
    }),

  publicLinks: (limit: number) =>
    queryOptions({
      queryKey: queryKeys.publicLinks,
      queryFn: async ({ signal }) => (await call(listPublicLinks, { query: { limit }, signal })).data,
    }),
}

async function fetchGallery(slug: string, signal: AbortSignal): Promise<GalleryState> {
  const { data: link } = await call(getLinkBySlug, { params: { slug }, query: referrer(), signal })
  return { state: 'open', link, branded: link.branded }
}

export const referrer = () => ({ ref: foreignHost(document.referrer, window.location.host) })

export function foreignHost(referrer: string, ownHost: string): string | undefined {
  const host = URL.canParse(referrer) ? new URL(referrer).host : ''
  return host && host !== ownHost ? host : undefined
}
