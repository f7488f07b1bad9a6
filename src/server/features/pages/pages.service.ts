import { hash } from 'node:crypto'
import { type LinkFacts, requireAccess } from '#server/features/access/link-access.ts'
import type { MediaAddressService } from '#server/features/access/media-addresses.service.ts'
import type { CommentService } from '#server/features/comments/comments.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#shared/config.ts'
import { AppError, statusOf } from '#shared/errors.ts'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { type GalleryState, type ImageState, type PageData, servedImages } from '#shared/page-data.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import { type PagePreview, previewOfGallery, previewOfImage } from './page-preview.ts'

type Dependencies = {
  links: LinkService
  images: ImageService
  comments: CommentService
  addresses: MediaAddressService
  planOf: (userId: string) => Promise<CatalogPlan>
  config: Config
  publicUrl: string
  clock: Clock
}

export type PageKey = { page: 'gallery' | 'image'; id: string }

/** What an open page is made from; `rest` is what of a large gallery is not in its data. */
type Content = { data: PageData; rest: Image[]; preview: PagePreview }

/** A page that any visitor may see. As long as its version stays the same it looks the same. */
export type OpenPage = { link: LinkFacts; version: string; read: () => Content }

/** A page that shows only why it shows nothing, or that has moved. */
export type OtherPage = { status: number; data: PageData } | { movedTo: string }

const stateOf = { LINK_PRIVATE: 'private', LINK_EXPIRED: 'expired', NOT_FOUND: 'missing' } as const

/** What recipients' pages come with: always as a visitor without a session sees it, for a browser sends no token. */
export function createPageService(dependencies: Dependencies) {
  const { links, images, comments, addresses, planOf, config, publicUrl, clock } = dependencies

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

  async function findGallery(slug: string): Promise<OpenPage | undefined> {
    const gallery = await links.findReady(slug)
    if (!gallery) return undefined
    return {
      link: gallery.link,
      version: versionOf(gallery.body.toString()),
      read() {
        const link: Link = JSON.parse(gallery.body.toString()).data
        const served = { ...link, images: link.images.slice(0, servedImages) }
        return {
          data: galleryData(slug, { state: 'open', link: served, branded: link.branded ?? true }),
          rest: link.images.slice(servedImages),
          preview: previewOfGallery(link, addresses.card),
        }
      },
    }
  }

  async function findImage(id: string): Promise<OpenPage> {
    const { link, image } = await images.getOpen(id)
    const [plan, list] = await Promise.all([planOf(link.userId), comments.list(undefined, id)])
    const about = { image, isListed: link.isListed, isBranded: plan.allows.brandingLine }
    return {
      link,
      version: versionOf(JSON.stringify([about, list])),
      read: () => ({
        data: imageData(id, { state: 'open', image, comments: list }),
        rest: [],
        preview: previewOfImage(about, addresses.card),
      }),
    }
  }

  return {
    /** undefined where it is not open to every visitor. */
    async findOpen({ page, id }: PageKey): Promise<OpenPage | undefined> {
      try {
        return await (page === 'gallery' ? findGallery(id) : findImage(id))
      } catch (error) {
        if (isClosed(error)) return undefined
        throw error
      }
    },

    /** Who may see it is decided anew each time, by the clock of this moment. */
    isStillOpen(link: LinkFacts): boolean {
      try {
        requireAccess(link, { viewer: undefined, now: clock.now(), asPage: true })
        return true
      } catch {
        return false
      }
    },

    /** What is to be said of a page that is not open; undefined where it has opened in the meantime. */
    async findOther({ page, id }: PageKey, address: string): Promise<OtherPage | undefined> {
      try {
        const found =
          page === 'gallery' ? await links.getBySlug(undefined, id, address) : await images.get(undefined, id)
        return 'movedTo' in found ? { movedTo: `/links/${found.movedTo}` } : undefined
      } catch (error) {
        if (!isClosed(error)) throw error
        const { code, message } = error
        const closed = { state: stateOf[code], message }
        return {
          status: statusOf[code],
          data: page === 'gallery' ? galleryData(id, closed) : imageData(id, closed),
        }
      }
    },
  }
}
export type PageService = ReturnType<typeof createPageService>

type ClosedError = AppError & { code: keyof typeof stateOf }

const isClosed = (error: unknown): error is ClosedError => error instanceof AppError && error.code in stateOf

/** Views change with every visitor, and no page is made anew for them. */
const versionOf = (json: string) => hash('sha1', json.replace(/"views":\d+/g, ''), 'base64url')
