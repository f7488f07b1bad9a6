import type { AccessService } from '#server/features/access/access.service.ts'
import { isServedOn, type LinkFacts, type Pass, seesAll } from '#server/features/access/link-access.ts'
import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { GuestUploadService } from '#server/features/guest-uploads/guest-uploads.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { UnlockingService } from '#server/features/links/unlocking.service.ts'
import type { LiveWallService } from '#server/features/live-walls/live-walls.service.ts'
import { chain, LazyPromise, type ReadyOrLazy, rescue } from '#server/platform/concurrency/lazy-promise.ts'
import { type Caller, galleryPath, type OwnDomain } from '#server/viewer.ts'
import type { Config } from '#shared/config.ts'
import { AppError, statusOf } from '#shared/errors.ts'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import {
  closedStates,
  countServed,
  type GalleryState,
  type ImageState,
  type PageData,
  type RefusedPassword,
} from '#shared/page-data.ts'
import { type AddingKey, createAddingPages, type PageContent } from './adding-pages.ts'
import { brandingOf, type ClosedError, isClosed, isRefusedPassword } from './page-refusals.ts'
import { noIndex, originIn, previewInGallery, previewOfGallery, previewOfImage, previewTags } from './preview-tags.ts'
import { createShownImages, type ImageShown, type ShownImageDependencies } from './shown-images.ts'

type Dependencies = ShownImageDependencies & {
  links: LinkService
  images: ImageService
  access: AccessService
  unlocking: UnlockingService
  guestUploads: Pick<GuestUploadService, 'requireRoom' | 'add'>
  liveWalls: Pick<LiveWallService, 'open'>
  mediaUrls: MediaUrlService
  config: () => Config
  publicUrl: string
}

/** `shownImage` is set if a gallery was shared with one of its images open. */
export type PageKey =
  | { page: 'gallery'; id: string; shownImage?: string | undefined }
  | AddingKey
  | { page: 'image'; id: string }

/** Without a `pass`, the page is open to everyone. Pages with the same key and version have the same content. */
export type OpenPage = { key: string; version: string; read: () => PageContent; pass?: Pass | undefined }

/** Browsers send passes with page requests, but no session token. */
type Visitor = Pick<Caller, 'passTokens' | 'domain'> & { client: { readonly network: string } }

export type ClosedPage = { status: number; content: PageContent; retryAfterSeconds?: number | undefined }

type FoundPage = OpenPage | ClosedPage | { movedTo: string } | undefined

/**
 * Provides the content of recipient pages for visitors without a session, because browsers don't send a token with page
 * requests. A page opened with a pass is built for that pass, because its image URLs are signed.
 */
export function createPageService(dependencies: Dependencies) {
  const { links, images, access, unlocking, guestUploads, liveWalls, mediaUrls, config, publicUrl } = dependencies
  const adding = createAddingPages(dependencies)

  const galleryData = (slug: string, gallery: GalleryState, domain: OwnDomain | undefined): PageData => ({
    config: config(),
    url: (domain?.origin ?? publicUrl) + galleryPath(slug, domain),
    ...(domain && { isOnDomain: true }),
    page: 'gallery',
    slug,
    gallery,
  })
  const imageData = (imageId: string, image: ImageState, domain: OwnDomain | undefined): PageData => ({
    config: config(),
    url: `${domain?.origin ?? publicUrl}/images/${imageId}`,
    ...(domain && { isOnDomain: true }),
    page: 'image',
    imageId,
    image,
  })

  type Gallery = { shown: Link; version: string }
  type For = { pass: Pass | undefined; domain: OwnDomain | undefined }

  /** Each host has its own pages, because they contain its URL. */
  const keyOf = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' ')

  const galleryPage = (slug: string, { shown, version }: Gallery, { pass, domain }: For, image?: Image): OpenPage => ({
    key: keyOf('gallery', slug, image?._id, pass?.id, domain?.host),
    version,
    pass,
    read() {
      // Visitors who only see their own photos get the page for adding more.
      if (shown.visitorsSee === 'own') return adding.contentOf(galleryPath(slug, domain), shown, {}, { pass, domain })
      const servedCount = countServed(shown.images)
      const served = { ...shown, images: shown.images.slice(0, servedCount) }
      const preview = image
        ? previewInGallery(shown, image, mediaUrls.cardOf)
        : previewOfGallery(shown, mediaUrls.cardOf)
      return {
        data: galleryData(slug, { state: 'open', link: served, branded: shown.branded }, domain),
        rest: shown.images.slice(servedCount),
        title: preview.title,
        tags: pass ? noIndex : previewTags(preview, originIn(shown.shareUrl)),
      }
    },
  })

  const addingPage = (
    slug: string,
    { shown, version }: Gallery,
    { pass, domain }: For,
    isAdded: boolean,
  ): OpenPage => ({
    key: keyOf('add', slug, isAdded && 'added', pass?.id, domain?.host),
    version,
    pass,
    read: () => adding.contentOf(`/links/${slug}/add`, shown, { isAdded }, { pass, domain }),
  })

  const imagePage = (id: string, { version, ...shown }: ImageShown, { pass, domain }: For): OpenPage => ({
    key: keyOf('image', id, pass?.id, domain?.host),
    version,
    pass,
    read() {
      const { image, comments, commentsCursor, neighbors } = shown
      const preview = previewOfImage(shown, mediaUrls.cardOf)
      return {
        data: imageData(id, { state: 'open', image, comments, commentsCursor, neighbors }, domain),
        rest: [],
        title: preview.title,
        tags: pass ? noIndex : previewTags(preview, shown.origin),
      }
    },
  })

  const { find: findImage, withComments } = createShownImages(dependencies)

  const requireBranded = (link: LinkFacts, caller: Caller) =>
    rescue(
      () => access.require(link, caller, { asPage: true }),
      (error) => {
        if (!isClosed(error)) throw error
        return chain(links.brandDoor(error, link.id), (branded) => {
          throw branded
        })
      },
    )

  const openImage = (id: string, caller: Caller) =>
    chain(findImage(id), (entry) => {
      if (!entry || !isServedOn(entry.link, caller)) throw imageNotFound()
      const { link, shown } = entry
      const { domain } = caller
      return chain(requireBranded(link, caller), (given): ReadyOrLazy<OpenPage | undefined> => {
        const { pass } = given
        if (!pass && seesAll(given)) return shown && imagePage(id, shown, { pass, domain })
        return new LazyPromise(async () => {
          const { image } = await images.open(caller, id)
          // Pages without a pass are cached for everyone, so the guest who added the image loads it in the browser.
          if (!pass) return undefined
          return imagePage(id, await withComments(image, link, caller, given), { pass, domain })
        })
      })
    })

  type GalleryKey = Exclude<PageKey, { page: 'image' }>

  const openGallery = (key: GalleryKey, caller: Caller, client: Visitor['client']) =>
    chain(links.openBySlug({ slug: key.id, caller, client, isPage: true }), (opened): ReadyOrLazy<FoundPage> => {
      const { domain } = caller
      const { slug } = 'link' in opened ? opened.link : { slug: opened.movedTo }
      // Redirect from old slugs and from other spellings of the current one.
      if (slug !== key.id)
        return { movedTo: key.page === 'addPhotos' ? `/links/${slug}/add` : galleryPath(slug, domain) }
      if ('movedTo' in opened || !opened.gallery) return undefined
      const { gallery, pass } = opened
      if (key.page === 'addPhotos') {
        return new LazyPromise(async () => {
          const refused = await adding.findRefusal(key, caller, client)
          if (!refused) return addingPage(slug, gallery, { pass, domain }, key.isAdded ?? false)
          const { status, state } = refused
          return { status, content: adding.contentOf(`/links/${slug}/add`, gallery.shown, state, { pass, domain }) }
        })
      }
      const image = key.shownImage ? gallery.shown.images.find(({ _id }) => _id === key.shownImage) : undefined
      return galleryPage(slug, gallery, { pass, domain }, image)
    })

  function closed(
    { page, id }: PageKey,
    error: ClosedError,
    domain: OwnDomain | undefined,
    refused?: RefusedPassword,
  ): ClosedPage {
    const { code, message } = error
    const studio = brandingOf(error)
    const state = { state: closedStates[code], message, refused, ...(studio && { studio }) }
    const data =
      page === 'image'
        ? imageData(id, state, domain)
        : page === 'gallery'
          ? galleryData(id, state, domain)
          : adding.dataOf(`/links/${id}/add`, id, state, {}, domain)
    return { status: statusOf[code], content: { data, rest: [], title: studio?.name || 'Framelight', tags: noIndex } }
  }

  return {
    /** Returns undefined if the browser has to load the page's data itself. */
    find(key: PageKey, { passTokens, domain, client }: Visitor): ReadyOrLazy<FoundPage> {
      const caller = { viewer: undefined, passTokens, domain }
      const open = (): ReadyOrLazy<FoundPage> =>
        key.page === 'image' ? openImage(key.id, caller) : openGallery(key, caller, client)
      return rescue(open, (error) => {
        if (isClosed(error)) return closed(key, error, domain)
        throw error
      })
    },

    /** Returns a redirect and the new passes, or a closed page such as the password form. */
    async unlock(
      slug: string,
      password: string,
      { passTokens, domain, client, signal }: Visitor & { signal: AbortSignal },
    ): Promise<ClosedPage | { goTo: string; held: readonly string[] | undefined }> {
      const key = { page: 'gallery', id: slug } as const
      let link: Awaited<ReturnType<LinkService['findBySlug']>> | undefined
      try {
        link = await links.findBySlug({ slug, caller: { ...anonymous, domain }, client })
        const opened = await unlocking.unlock(link, { password, network: client.network, passTokens, signal })
        return { goTo: galleryPath(link.slug, domain), held: opened?.held }
      } catch (error) {
        if (isClosed(error)) return closed(key, link ? await links.brandDoor(error, link.id) : error, domain)
        if (!isRefusedPassword(error)) throw error
        const refused = { sentence: error.message, retryAfterSeconds: error.details.retryAfterSeconds }
        const studio = link && (await links.studioAtDoor(link))
        const locked = new AppError('PASSWORD_REQUIRED', '', { data: { studio } }) as ClosedError
        const gate = closed(key, locked, domain, refused)
        return { ...gate, status: statusOf[error.code], retryAfterSeconds: refused.retryAfterSeconds }
      }
    },

    /** For the form for adding a photo in browsers without JavaScript. */
    requireRoom: guestUploads.requireRoom,
    addPhoto: guestUploads.add,
    openWall: liveWalls.open,

    listForSitemap: links.listForSitemap,
  }
}
export type PageService = ReturnType<typeof createPageService>

const anonymous: Caller = { viewer: undefined, passTokens: [] }

const imageNotFound = () => new AppError('NOT_FOUND', 'Image not found')
