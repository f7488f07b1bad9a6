import type { Comment } from './comments.ts'
import type { Config } from './config.ts'
import type { Image } from './images.ts'
import type { Link } from './links.ts'

/** Of the refusals, those that have a screen of their own. */
export const closedStates = {
  LINK_PRIVATE: 'private',
  // Until then only its owner can open it.
  EMAIL_UNCONFIRMED: 'private',
  PASSWORD_REQUIRED: 'password',
  LINK_EXPIRED: 'expired',
  NOT_FOUND: 'missing',
} as const
export const hasClosedState = (code: string): code is keyof typeof closedStates => Object.hasOwn(closedStates, code)

/** What was wrong with the password that was tried; with `retryAfterSeconds` no other is taken until then. */
export type RefusedPassword = { sentence: string; retryAfterSeconds?: number | undefined }

/** Why a link, and all that lies under it, is not shown. */
type Closed = {
  state: (typeof closedStates)[keyof typeof closedStates]
  message: string
  refused?: RefusedPassword | undefined
}

/** So many images of a gallery come with its page, more than a screen shows; where it has others, the slug call brings all. */
export const servedImages = 24

/** What a gallery's page shows. To its owner an expired link is named, so that it can be opened again. */
export type GalleryState =
  | { state: 'open'; link: Link; branded: boolean }
  | (Closed & { owned?: { _id: string; title: string } })

/** Where an image stands in its gallery, and which ones it stands between. */
export type Neighbours = { position: number; count: number; previousId: string | null; nextId: string | null }

/** `ids`: the gallery's, in its order. */
export function neighboursOf(ids: readonly string[], id: string): Neighbours | null {
  const at = ids.indexOf(id)
  if (at === -1) return null
  return { position: at + 1, count: ids.length, previousId: ids[at - 1] ?? null, nextId: ids[at + 1] ?? null }
}

/** `commentsCursor`: where the comments go on that are earlier than these. */
export type ImageState =
  | {
      state: 'open'
      image: Image
      comments: Comment[]
      commentsCursor?: string | undefined
      neighbours: Neighbours | null
    }
  | Closed

/** What a page that was rendered on the server brings along. */
export type PageData = { config: Config; url: string } & (
  | { page: 'gallery'; slug: string; gallery: GalleryState }
  | { page: 'image'; imageId: string; image: ImageState }
)

/**
 * What `web/recipient/entry-server.tsx` exports: the page as HTML, for the head and for the root. The `rest` of a gallery's images is
 * for those who run no scripts: it stands in the HTML and not in the data.
 */
export type RenderPage = (data: PageData, rest: Image[]) => { head: string; body: string }
