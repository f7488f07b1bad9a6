import type { Pass } from '#server/features/access/link-access.ts'
import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { GuestUploadService } from '#server/features/guest-uploads/guest-uploads.service.ts'
import type { Caller, OwnDomain } from '#server/viewer.ts'
import type { Config } from '#shared/config.ts'
import { AppError, statusOf } from '#shared/errors.ts'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { type AddingState, type GalleryState, type PageData, previewedImages } from '#shared/page-data.ts'
import { noIndex, originIn, previewOfGallery, previewTags } from './preview-tags.ts'

/** `rest` contains the images of a large gallery that aren't in `data`. */
export type PageContent = { data: PageData; rest: Image[]; title: string; tags: string }

/** `isAdded` and `error` are the outcome of the form for browsers without JavaScript. */
export type AddingKey = { page: 'addPhotos'; id: string; isAdded?: boolean; error?: AppError }

type Dependencies = {
  guestUploads: Pick<GuestUploadService, 'requireRoom'>
  mediaUrls: MediaUrlService
  config: () => Config
  publicUrl: string
}

type For = { pass: Pass | undefined; domain: OwnDomain | undefined }

const refusals: ReadonlySet<string> = new Set(['UPLOADS_OFF', 'UPLOAD_LIMIT', 'GALLERY_FULL'])
const isRefusal = (error: unknown): error is AppError => error instanceof AppError && refusals.has(error.code)

/** The page where visitors add photos, which is also the gallery page if they only see their own. */
export function createAddingPages({ guestUploads, mediaUrls, config, publicUrl }: Dependencies) {
  const dataOf = (
    path: string,
    slug: string,
    gallery: GalleryState,
    adding: AddingState,
    domain: OwnDomain | undefined,
  ): PageData => ({
    config: config(),
    url: (domain?.origin ?? publicUrl) + path,
    ...(domain && { isOnDomain: true }),
    page: 'addPhotos',
    slug,
    gallery,
    adding,
  })

  return {
    dataOf,

    contentOf(path: string, shown: Link, adding: AddingState, { pass, domain }: For): PageContent {
      const { slug, branded } = shown
      const link = { ...shown, images: shown.images.slice(0, previewedImages) }
      const gallery = previewOfGallery(shown, mediaUrls.cardOf)
      const preview = path.endsWith('/add') ? { ...gallery, path, canonicalPath: gallery.path } : gallery
      return {
        data: dataOf(path, slug, { state: 'open', link, branded }, adding, domain),
        rest: [],
        title: preview.title,
        tags: pass ? noIndex : previewTags(preview, originIn(shown.shareUrl)),
      }
    },

    /** Explains why this visitor can't add photos, or why the form they sent was rejected. */
    async findRefusal({ id: slug, error }: AddingKey, caller: Caller, client: { readonly network: string }) {
      try {
        if (error) throw error
        await guestUploads.requireRoom({ slug, caller, client })
        return undefined
      } catch (thrown) {
        if (!(thrown instanceof AppError) || (!error && !isRefusal(thrown))) throw thrown
        const { code, message } = thrown
        const state: AddingState = isRefusal(thrown) ? { refusal: message } : { error: message }
        return { status: statusOf[code], state }
      }
    },
  }
}
