import { hash } from 'node:crypto'
import { type LinkFacts, requireAccess } from '#server/features/access/link-access.ts'
import type { MediaAddressService } from '#server/features/access/media-addresses.service.ts'
import type { CommentService } from '#server/features/comments/comments.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { createRefreshAheadCache } from '#server/platform/cache/refresh-ahead-cache.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Comment } from '#shared/comments.ts'
import type { Config } from '#shared/config.ts'
import { AppError, statusOf } from '#shared/errors.ts'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import {
  type GalleryState,
  type ImageState,
  type Neighbours,
  neighboursOf,
  type PageData,
  servedImages,
} from '#shared/page-data.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import { noIndex, previewInGallery, previewOfGallery, previewOfImage, previewTags } from './preview-tags.ts'

type Dependencies = {
  links: LinkService
  images: ImageService
  comments: CommentService
  addresses: MediaAddressService
  planOf: (userId: string) => Promise<CatalogPlan>
  config: Config
  publicUrl: string
  invalidation: Invalidation
  clock: Clock
}

/** `shownImage`: of a gallery that was shared with one of its pictures open. */
export type PageKey = { page: 'gallery' | 'image'; id: string; shownImage?: string | undefined }

/** What a page is made from; `rest` is what of a large gallery is not in its data. */
export type PageContent = { data: PageData; rest: Image[]; title: string; tags: string }

/** A page that any visitor may see. As long as its version stays the same it looks the same. */
export type OpenPage = { key: string; version: string; read: () => PageContent }

/** A page that shows only why it shows nothing. */
export type ClosedPage = { status: number; content: PageContent }

/** An image with all that its page shows; without it where its link is not open to all. */
type ImageEntry = { link: LinkFacts; shown: ImageShown | undefined }
type ImageShown = {
  image: Image
  comments: Comment[]
  neighbours: Neighbours | null
  isListed: boolean
  isBranded: boolean
  version: string
}

const stateOf = { LINK_PRIVATE: 'private', LINK_EXPIRED: 'expired', NOT_FOUND: 'missing' } as const

const maxCachedImages = 2000

/** What recipients' pages show: always as a visitor without a session sees it, for a browser sends no token. */
export function createPageService(dependencies: Dependencies) {
  const { links, images, comments, addresses, planOf, config, publicUrl, invalidation, clock } = dependencies

  const galleryData = (slug: string, gallery: GalleryState): PageData => ({
    config,
    url: `${publicUrl}/links/${slug}`,
    page: 'gallery',
    slug,
    gallery,
  })
  const imageData = (imageId: string, image: ImageState): PageData => ({
    config,
    url: `${publicUrl}/images/${imageId}`,
    page: 'image',
    imageId,
    image,
  })

  type Gallery = { shown: Link; version: string }

  const galleryPage = (slug: string, { shown, version }: Gallery, image?: Image): OpenPage => ({
    key: image ? `gallery ${slug} ${image._id}` : `gallery ${slug}`,
    version,
    read() {
      const served = { ...shown, images: shown.images.slice(0, servedImages) }
      const preview = image ? previewInGallery(shown, image, addresses.card) : previewOfGallery(shown, addresses.card)
      return {
        data: galleryData(slug, { state: 'open', link: served, branded: shown.branded ?? true }),
        rest: shown.images.slice(servedImages),
        title: preview.title,
        tags: previewTags(preview, publicUrl),
      }
    },
  })

  const imagePage = (id: string, { version, ...shown }: ImageShown): OpenPage => ({
    key: `image ${id}`,
    version,
    read() {
      const { image, comments, neighbours } = shown
      const preview = previewOfImage(shown, addresses.card)
      return {
        data: imageData(id, { state: 'open', image, comments, neighbours }),
        rest: [],
        title: preview.title,
        tags: previewTags(preview, publicUrl),
      }
    },
  })

  const imageEntries = createRefreshAheadCache<ImageEntry>({
    read: readImage,
    linkIdOf: ({ link }) => link.id,
    invalidation,
    clock,
    maxSize: maxCachedImages,
    sizeOf: () => 1,
  })

  async function readImage(id: string): Promise<ImageEntry | undefined> {
    const found = await images.findOpen(id)
    if (!found) return undefined
    const { link, image } = found
    if (!image) return { link, shown: undefined }
    const [plan, list, ids] = await Promise.all([
      planOf(link.userId),
      comments.list(undefined, id),
      images.listIds(link.id),
    ])
    const neighbours = neighboursOf(ids, id)
    const about = { image, comments: list, neighbours, isListed: link.isListed, isBranded: plan.allows.brandingLine }
    return { link, shown: { ...about, version: versionOf(JSON.stringify(about)) } }
  }

  /** Who may see it is decided anew each time, by the clock of this moment. */
  function openImage(id: string, entry: ImageEntry | undefined) {
    if (!entry) throw new AppError('NOT_FOUND', 'Image not found')
    requireAccess(entry.link, { viewer: undefined, now: clock.now(), asPage: true })
    return entry.shown && imagePage(id, entry.shown)
  }

  async function open(
    { page, id, shownImage }: PageKey,
    network: string,
  ): Promise<OpenPage | { movedTo: string } | undefined> {
    if (page === 'image') return openImage(id, await imageEntries.find(id))
    const opened = await links.openBySlug({ slug: id, viewer: undefined, network })
    const { slug } = 'link' in opened ? opened.link : { slug: opened.movedTo }
    // An old slug leads on to the present one, and any other way to write it to the one way in which the page is kept.
    if (slug !== id) return { movedTo: `/links/${slug}` }
    if ('movedTo' in opened || !opened.gallery) return undefined
    const { images } = opened.gallery.shown
    return galleryPage(id, opened.gallery, shownImage ? images.find(({ _id }) => _id === shownImage) : undefined)
  }

  function closed({ page, id }: PageKey, { code, message }: ClosedError): ClosedPage {
    const state = { state: stateOf[code], message }
    const data = page === 'gallery' ? galleryData(id, state) : imageData(id, state)
    return { status: statusOf[code], content: { data, rest: [], title: 'Framelight', tags: noIndex } }
  }

  return {
    /** undefined where it has opened in this very moment. */
    async find(key: PageKey, network: string) {
      try {
        return await open(key, network)
      } catch (error) {
        if (isClosed(error)) return closed(key, error)
        throw error
      }
    },

    listForSitemap: links.listForSitemap,

    /** An open page, at once or not at all. */
    peek({ page, id }: PageKey, client: { ip: string }): OpenPage | undefined {
      if (page === 'image') {
        const entry = imageEntries.peek(id)
        return entry && openImage(id, entry)
      }
      const opened = links.peekBySlug(id, client)
      return opened?.link.slug === id ? galleryPage(id, opened.gallery) : undefined
    },
  }
}
export type PageService = ReturnType<typeof createPageService>

type ClosedError = AppError & { code: keyof typeof stateOf }

const isClosed = (error: unknown): error is ClosedError => error instanceof AppError && error.code in stateOf

/** Views change with every visitor, and no page is made anew for them. */
const versionOf = (json: string) => hash('sha1', json.replace(/"views":\d+/g, ''), 'base64url')
