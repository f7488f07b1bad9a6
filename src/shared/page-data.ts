import type { Comment } from './comments.ts'
import type { Config } from './config.ts'
import type { Image } from './images.ts'
import type { Link } from './links.ts'
import type { ShownStudio } from './studio.ts'

export const closedStates = {
  LINK_PRIVATE: 'private',
  EMAIL_UNCONFIRMED: 'unconfirmed',
  PASSWORD_REQUIRED: 'password',
  LINK_EXPIRED: 'expired',
  NOT_FOUND: 'missing',
} as const
export const hasClosedState = (code: string): code is keyof typeof closedStates => Object.hasOwn(closedStates, code)

/** The error of a rejected password. If `retryAfterSeconds` is set, further attempts have to wait that long. */
export type RefusedPassword = { sentence: string; retryAfterSeconds?: number | undefined }

type Closed = {
  state: (typeof closedStates)[keyof typeof closedStates]
  message: string
  refused?: RefusedPassword | undefined
  /** The owner's branding. Only the password form and expired links have it. */
  studio?: ShownStudio | undefined
}

/**
 * How many images to include in page data: enough to fill any screen, so nothing visible moves when the app loads the
 * rest from the API. It adds up aspect ratios, because more upright images fit in a row. `mostServed` caps galleries of
 * very narrow images.
 */
export function countServed(images: readonly Pick<Image, 'width' | 'height'>[]) {
  let ratios = 0
  const enough = images.findIndex(({ width, height }) => {
    ratios += width / height
    return ratios >= servedRatios
  })
  return Math.min(mostServed, Math.max(leastServed, enough === -1 ? mostServed : enough + 1))
}
const [leastServed, mostServed] = [24, 72]
/** The aspect ratios of 24 photos of 3:2. */
const servedRatios = 36

/** `owned` is set if the viewer owns the expired link, so they can extend it. */
export type GalleryState =
  | { state: 'open'; link: Link; branded: boolean }
  | (Closed & { owned?: { _id: string; title: string } })

export type Neighbors = { position: number; count: number; previousId: string | null; nextId: string | null }

/** `ids` must be in gallery order. */
export function neighborsOf(ids: readonly string[], id: string): Neighbors | null {
  const at = ids.indexOf(id)
  if (at === -1) return null
  return { position: at + 1, count: ids.length, previousId: ids[at - 1] ?? null, nextId: ids[at + 1] ?? null }
}

export type ImageState =
  | {
      state: 'open'
      image: Image
      comments: Comment[]
      commentsCursor?: string | undefined
      neighbors: Neighbors | null
    }
  | Closed

/** How many images the page for adding photos shows of its gallery. */
export const previewedImages = 4

export type AddingState = {
  /** Why this visitor can't add photos at the moment. */
  refusal?: string | undefined
  /** These two are the outcome of the form for browsers without JavaScript. */
  error?: string | undefined
  isAdded?: boolean | undefined
}

/** `isOnDomain` is set on an owner's domain, where all other pages redirect to our own host. */
export type PageData = { config: Config; url: string; isOnDomain?: true } & (
  | { page: 'gallery'; slug: string; gallery: GalleryState }
  // Also the gallery page of a link whose visitors only see their own photos.
  | { page: 'addPhotos'; slug: string; gallery: GalleryState; adding: AddingState }
  | { page: 'image'; imageId: string; image: ImageState }
)

/**
 * Implemented by `web/app/entry-server.tsx`. Returns HTML for the head and the root. The images in `rest` are for
 * browsers without JavaScript, so they're in the HTML but not in the data.
 */
export type RenderPage = (data: PageData, rest: Image[]) => { head: string; body: string }
