import { useQuery } from '@tanstack/react-query'
import { countVisit } from '#shared/links.ts'
import type { GalleryState } from '#shared/page-data.ts'
import { call } from '#web/lib/api.ts'
import { galleryQueries, referrer } from '#web/lib/queries/gallery.ts'
import { useRecipientPage } from '#web/lib/use-recipient-page.ts'

type OpenGallery = Extract<GalleryState, { state: 'open' }>

/** Set `isPreview` for pages that don't need all images. */
export const useGallery = (slug: string, { isPreview = false } = {}) =>
  useRecipientPage<OpenGallery>({
    page: 'gallery',
    id: slug,
    query: useQuery(galleryQueries.gallery(slug)),
    isPart: ({ link }) => !isPreview && link.images.length < link.imageCount,
    count: () => call(countVisit, { params: { slug }, body: referrer() }),
  })
