import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { Image } from '#shared/images.ts'
import type { PageData } from '#shared/page-data.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

type Prerendered = { page: 'gallery' | 'image'; id: string }

let prerendered: Prerendered | undefined

export function seedQueries(queryClient: QueryClient, data: PageData) {
  queryClient.setQueryData(queryKeys.config, data.config)
  if (data.page !== 'image') {
    queryClient.setQueryData(queryKeys.gallery(data.slug), data.gallery)
    if (data.page === 'addPhotos') queryClient.setQueryData(queryKeys.adding(data.slug), data.adding)
  } else {
    queryClient.setQueryData(queryKeys.image(data.imageId), data.image)
    if (data.image.state === 'open') {
      const page = { data: data.image.comments, nextCursor: data.image.commentsCursor }
      queryClient.setQueryData(queryKeys.comments(data.imageId), { pages: [page], pageParams: [undefined] })
      queryClient.setQueryData(queryKeys.neighbors(data.imageId), data.image.neighbors)
    }
  }
}

/** The images omitted from a large gallery's page data. They're only set on the server, for <noscript>. */
export const RestOfImages = createContext<readonly Image[]>([])

export function takePageData(queryClient: QueryClient): PageData | undefined {
  const text = document.getElementById('page-data')?.textContent
  if (!text) return undefined
  const data = JSON.parse(text) as PageData
  seedQueries(queryClient, data)
  // After a password form was posted, this makes a reload open the gallery instead of posting again.
  const { pathname } = new URL(data.url)
  if (pathname !== window.location.pathname) window.history.replaceState(null, '', pathname)
  prerendered = data.page === 'image' ? { page: 'image', id: data.imageId } : { page: 'gallery', id: data.slug }
  return data
}

/** Whether the data came with the page (rendered for an anonymous visitor) and hasn't been refetched or counted yet. */
export const isPrerendered = (page: Prerendered['page'], id: string) =>
  prerendered?.page === page && prerendered.id === id

/** Like `isPrerendered`, but only true once. */
export function takePrerendered(page: Prerendered['page'], id: string) {
  const answer = isPrerendered(page, id)
  if (answer) prerendered = undefined
  return answer
}
