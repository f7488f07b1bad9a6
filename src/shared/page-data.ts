import type { Comment } from './comments.ts'
import type { Config } from './config.ts'
import type { Image } from './images.ts'
import type { Link } from './links.ts'

/** Why a link, and all that lies under it, is not shown. */
export type Closed = { state: 'private' | 'expired' | 'missing'; message: string }

/** What a gallery's page shows. To its owner an expired link is named, so that it can be opened again. */
export type GalleryState =
  | { state: 'open'; link: Link; branded: boolean }
  | (Closed & { owned?: { _id: string; title: string } })

export type ImageState = { state: 'open'; image: Image; comments: Comment[] } | Closed

/** What a page that was rendered on the server brings along. */
export type PageData = { config: Config; url: string } & (
  | { page: 'gallery'; slug: string; gallery: GalleryState }
  | { page: 'image'; imageId: string; image: ImageState }
)
