import type { Comment } from './comments.ts'
import type { Config } from './config.ts'
import type { Image } from './images.ts'
import type { Link } from './links.ts'

export const closedStates = {
  LINK_PRIVATE: 'private',
  // Only the owner can open it.
  EMAIL_UNCONFIRMED: 'private',
  PASSWORD_REQUIRED: 'password',
  LINK_EXPIRED: 'expired',
  NOT_FOUND: 'missing',
} as const
export const hasClosedState = (code: string): code is keyof typeof closedStates => Object.hasOwn(closedStates, code)

/** The error of a password attempt; `retryAfterSeconds` blocks further attempts. */
export type RefusedPassword = { sentence: string; retryAfterSeconds?: number | undefined }

type Closed = {
  state: (typeof closedStates)[keyof typeof closedStates]
  message: string
  refused?: RefusedPassword | undefined
}

/** How many images the server renders: more than fit on a screen. The app loads the rest through the API. */
export const servedImages = 24

/** Owners can still open an expired link, to extend it. */
export type GalleryState =
  | { state: 'open'; link: Link; branded: boolean }
  | (Closed & { owned?: { _id: string; title: string } })

export type Neighbors = { position: number; count: number; previousId: string | null; nextId: string | null }

/** `ids` are in gallery order. */
export function neighborsOf(ids: readonly string[], id: string): Neighbors | null {
  const at = ids.indexOf(id)
  if (at === -1) return null
  return { position: at + 1, count: ids.length, previousId: ids[at - 1] ?? null, nextId: ids[at + 1] ?? null }
}

/** `commentsCursor` is for loading earlier comments. */
export type ImageState =
  | {
      state: 'open'
      image: Image
      comments: Comment[]
      commentsCursor?: string | undefined
      neighbors: Neighbors | null
    }
  | Closed

export type PageData = { config: Config; url: string } & (
  | { page: 'gallery'; slug: string; gallery: GalleryState }
  | { page: 'image'; imageId: string; image: ImageState }
)

/**
 * The export of `web/recipient/entry-server.tsx`: HTML for the head and the root. `rest` is for browsers without
 * JavaScript; those images are in the HTML but not in the data.
 */
export type RenderPage = (data: PageData, rest: Image[]) => { head: string; body: string }
