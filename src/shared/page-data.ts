import type { Comment } from './comments.ts'
import type { Config } from './config.ts'
import type { Image } from './images.ts'
import type { Link } from './links.ts'

/** Why a page shows nothing; the sentence is for people. */
type Closed = { state: 'private' | 'expired' | 'missing'; message: string }

/** So many images of a gallery come with its page; where there are more, the rest is fetched with the slug call. */
export const servedImages = 60

/** `isBranded`: the page carries the line 'Shared with Framelight'. */
export type GalleryState = { state: 'open'; link: Link; isBranded: boolean } | Closed
export type ImageState = { state: 'open'; image: Image; comments: Comment[]; isBranded: boolean } | Closed

/** What a recipient's page comes with, as a visitor without a session sees it. */
export type PageData = { config: Config; url: string } & (
  | { page: 'gallery'; slug: string; gallery: GalleryState }
  | { page: 'image'; imageId: string; image: ImageState }
)

/**
 * What `web/entry-server.tsx` exports: the page as HTML, for the head and for the root. The rest of a gallery's images are
 * for those who run no scripts: they stand in the HTML and not in the data.
 */
export type RenderPage = (data: PageData, rest: Image[]) => { head: string; body: string }
