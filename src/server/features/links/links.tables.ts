import type { LinkFactColumns } from '#server/features/access/access.tables.ts'

export type LinkTables = {
  links: LinkRow
  slugs: SlugRow
  link_creation_keys: LinkCreationKeyRow
  trashed_links: TrashedLinkRow
}

type LinkCreationKeyRow = { user_id: string; creation_key: string; link_id: string }

export type LinkRow = LinkFactColumns & {
  slug: string
  /** The title without case and accents, for searching. */
  title_key: string
  /** Like `title_key`, but numbers sort by their value. */
  title_order: string
  description: string
  description_key: string
  is_listed: number
  /** Whether to show camera, lens and exposure, and keep them in downloads. */
  camera_details: number
  /** Null means no limit. */
  choice_limit: number | null
  hold_guest_comments: number
  /** 'wall' or 'cover'. */
  opening: string
  /** Whether images that guests add need the owner's approval. */
  approve_uploads: number
  guest_upload_limit: number
  upload_limit_per_guest: number
  /** 'no', 'optional' or 'required'. */
  ask_guest_name: string
  /** Set some time after expiry, so that lists can skip the link by index. `expires_at` alone controls access. */
  is_over: number
  visits: number
  image_count: number
  /** These counts limit how much visitors can leave on a link (platform/database/bounded-counts.ts). */
  guest_count: number
  choice_count: number
  /** Confirmed followers, counted by triggers. */
  follower_count: number
  /** Images that need approval. */
  waiting_count: number
  section_count: number
  /** Only grows, so no two images share a position. */
  next_position: number
  /** The cover is a single column, so that concurrent changes can't leave two covers. */
  cover_image_id: string | null
  /** 0 while the first image is the cover by default. */
  cover_chosen: number
  created_at: string
  updated_at: string
}

/**
 * A slug that a link has or had. Old slugs redirect to the link and are never given to another one, even after the link
 * is deleted.
 */
type SlugRow = { slug: string; link_id: string | null }

/**
 * A link that its owner deleted and can restore. Until then, `links.user_id` is `holder_id`, a removed account that has
 * only this link. The images still belong to the owner, because their bytes count.
 */
type TrashedLinkRow = {
  link_id: string
  user_id: string
  holder_id: string
  bytes: number
  comment_count: number
  trashed_at: string
}
