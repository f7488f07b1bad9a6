import { countVisit, getLinkBySlug } from '#shared/links.ts'
import type { GalleryState } from '#shared/page-data.ts'
import { call } from '#web/lib/api.ts'
import { foreignHost } from './referrer.ts'
import { useOpened } from './use-opened.ts'

type OpenGallery = Extract<GalleryState, { state: 'open' }>

const referrer = () => ({ ref: foreignHost(document.referrer, window.location.host) })

/** The gallery at a slug; opening it is a visit. */
export const useGallery = (slug: string) =>
  useOpened<OpenGallery>({
    page: 'gallery',
    id: slug,
    fetchOpen: async (signal) => {
      const { data: link } = await call(getLinkBySlug, { params: { slug }, query: referrer(), signal })
      return { state: 'open', link, branded: link.branded ?? true }
    },
    isPart: ({ link }) => link.images.length < link.imageCount,
    count: () => call(countVisit, { params: { slug }, body: referrer() }),
  })
