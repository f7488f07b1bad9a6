import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Image } from '#shared/images.ts'
import type { GalleryState, ImageState, PageData } from '#shared/page-data.ts'

/** What the page came with; no data where it came as an empty shell. `rest` is known on the server alone. */
export type Served = { data: PageData | undefined; rest: Image[] }

const ServedContext = createContext<Served>({ data: undefined, rest: [] })
export const ServedProvider = ServedContext.Provider

/** In the browser: what the server wrote into the page. */
export function readServed(): Served {
  const block = document.getElementById('page-data')
  return { data: block?.textContent ? JSON.parse(block.textContent) : undefined, rest: [] }
}

/** What the server knew already is not asked for again. */
export function seedQueries(queryClient: QueryClient, { data }: Served) {
  if (data) queryClient.setQueryData(['config'], data.config)
}

/** The gallery as the page came with it, as a visitor without a session sees it. */
export function useServedGallery(slug: string | undefined): GalleryState | undefined {
  const { data } = useContext(ServedContext)
  return data?.page === 'gallery' && data.slug === slug ? data.gallery : undefined
}

/** The image as the page came with it, as a visitor without a session sees it. */
export function useServedImage(imageId: string | undefined): ImageState | undefined {
  const { data } = useContext(ServedContext)
  return data?.page === 'image' && data.imageId === imageId ? data.image : undefined
}

/** The images that a large gallery's page came without: for a `<noscript>`, which browsers with scripts never look into. */
export const useRestForNoScript = () => useContext(ServedContext).rest
