import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { Image } from '#shared/images.ts'
import type { PageData } from '#shared/page-data.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

type Prerendered = { page: PageData['page']; id: string }

let prerendered: Prerendered | undefined

/** Puts what a page brings along to where its screen will look for it. */
export function seedQueries(queryClient: QueryClient, data: PageData) {
  queryClient.setQueryData(queryKeys.config, data.config)
  if (data.page === 'gallery') queryClient.setQueryData(queryKeys.gallery(data.slug), data.gallery)
  else {
    queryClient.setQueryData(queryKeys.image(data.imageId), data.image)
    if (data.image.state === 'open') {
      const page = { data: data.image.comments, nextCursor: data.image.commentsCursor }
      queryClient.setQueryData(queryKeys.comments(data.imageId), { pages: [page], pageParams: [undefined] })
      queryClient.setQueryData(queryKeys.neighbors(data.imageId), data.image.neighbors)
    }
  }
}

/** The images that a large gallery's page comes without. Known on the server alone, for those who run no scripts. */
export const RestOfImages = createContext<readonly Image[]>([])

/** In the browser, once: takes over what the server put into the page, where it did. */
export function takePageData(queryClient: QueryClient): PageData | undefined {
  const text = document.getElementById('page-data')?.textContent
  if (!text) return undefined
  const data = JSON.parse(text) as PageData
  seedQueries(queryClient, data)
  // The gate may have answered its own form: reloading is to open it anew, not to send that again.
  const { pathname } = new URL(data.url)
  if (pathname !== window.location.pathname) window.history.replaceState(null, '', pathname)
  prerendered = { page: data.page, id: data.page === 'gallery' ? data.slug : data.imageId }
  return data
}

/** Whether this came with the page: as any visitor sees it, and not counted yet. */
export const isPrerendered = (page: Prerendered['page'], id: string) =>
  prerendered?.page === page && prerendered.id === id

/** The same, and from now on it is like everything else. */
export function takePrerendered(page: Prerendered['page'], id: string) {
  const answer = isPrerendered(page, id)
  if (answer) prerendered = undefined
  return answer
}
