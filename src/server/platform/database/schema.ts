import type { Generated, Selectable } from 'kysely'
import type { AccountTables } from './account-schema.ts'
import type { AdministrationTables } from './administration-schema.ts'
import type { AnalyticsTables } from './analytics-schema.ts'
import type { ChoiceTables } from './choice-schema.ts'
import type { FollowerTables } from './follower-schema.ts'
import type { PaymentTables } from './payment-schema.ts'

/**
 * The rows of each table. Features declare their own in `<feature>.tables.ts`, and src/server/database-schema.ts adds
 * those to this interface. Unless noted, both engines use text IDs, ISO text for UTC timestamps, and 0 and 1 for
 * booleans.
 */
export interface Tables
  extends AccountTables,
    AdministrationTables,
    AnalyticsTables,
    ChoiceTables,
    FollowerTables,
    PaymentTables {
  links: LinkRow
  slugs: SlugRow
  images: ImageTable
  camera_patches: CameraPatchRow
  upload_keys: UploadKeyRow
  cleanup_holds: { id: string; held_until: string }
  doomed_objects: FileDeletionRow
  invitations: InvitationRow
  invitation_days: InvitationDayRow
  passes: PassRow
  rate_limits: RateLimitRow
  email_stops: EmailStopRow
  contact_messages: ContactMessageRow
  exports: ExportRow
  imports: ImportRow
  tasks: TaskTable
}

export type LinkRow = {
  id: string
  user_id: string
  slug: string
  title: string
  /** The title without case and accents, for searching. */
  title_key: string
  /** Like `title_key`, but numbers sort by their value. */
  title_order: string
  description: string
  description_key: string
  is_private: number
  password_hash: string | null
  /** Incremented to end password passes when the password changes or is removed, or the link becomes private. */
  password_version: number
  is_listed: number
  allow_downloads: number
  /** Whether to show camera, lens and exposure, and keep them in downloads. */
  camera_details: number
  /** 'off' or 'on'. */
  choosing: string
  /** Null means no limit. */
  choice_limit: number | null
  /** 'accounts', 'guests' or 'off'. */
  comments: string
  hold_guest_comments: number
  /** 'wall' or 'cover'. */
  opening: string
  expires_at: string | null
  /** Set some time after expiry, so that lists can skip the link by index. `expires_at` alone controls access. */
  is_over: number
  visits: number
  image_count: number
  /** These two counts limit how much visitors can leave on a link (bounded-counts.ts). */
  guest_count: number
  choice_count: number
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

type ImageTable = {
  id: string
  link_id: string
  user_id: string
  position: number
  title: string
  description: string
  file_name: string
  taken_at: string | null
  width: number
  height: number
  placeholder: string
  is_animated: number
  files: string
  /** SHA-256 by file name as JSON. Null until computed. */
  file_hashes: Generated<string | null>
  views: number
  /** The point to keep visible when the cover is cropped. Each coordinate is from 0 to 1, or null if not set. */
  cover_focus_x: number | null
  cover_focus_y: number | null
  /** The camera details to show, as JSON. Null if unknown. */
  camera: string | null
  bytes: Generated<number>
  /** Includes comments that need approval (bounded-counts.ts). */
  comment_count: Generated<number>
  created_at: string
}

export type ImageRow = Selectable<ImageTable>

/** Base64 bytes that replace part of the full-size file, from `starts_at` on, if the link shows camera details. */
type CameraPatchRow = { image_id: string; starts_at: number; bytes: string }

/** Makes uploads idempotent: repeating a client's key returns the first image. */
type UploadKeyRow = { link_id: string; upload_key: string; image_id: string }

/**
 * A folder to delete. When an image is deleted, a trigger inserts a row. An upload inserts a row before it writes its
 * files and removes the row when it adds the image, so a failure or crash doesn't leave orphaned files.
 */
type FileDeletionRow = { prefix: string; not_before: string; is_claimed: number }

/** Personal access to a link. The URL is derived from the ID. If a right is null, the link's setting applies. */
export type InvitationRow = {
  id: string
  link_id: string
  name: string
  email: string | null
  may_download: number | null
  may_comment: number | null
  may_choose: number | null
  expires_at: string | null
  revoked_at: string | null
  visits: number
  views: number
  downloads: number
  last_seen_at: string | null
  created_at: string
}

type InvitationDayRow = { invitation_id: string; day: string; visits: number; views: number; downloads: number }

/**
 * Grants a browser access to a link, by invitation or by the password of `password_version`. If both are null, the pass
 * only identifies a guest. A pass expires after 30 days without use, and is then deleted.
 */
type PassRow = {
  id: string
  token_hash: string
  link_id: string
  invitation_id: string | null
  password_version: number | null
  /** Set once the visitor has left a comment or favorites. */
  guest_id: string | null
  created_at: string
  last_used_at: string
}

/** A counter shared by all nodes. The key is a signature, so it doesn't reveal who was counted. */
type RateLimitRow = { key: string; count: number; ends_at: string }

/** Someone who unsubscribed from all emails that can be stopped, stored as a hash of the address. */
type EmailStopRow = { address_hash: string; stopped_at: string }

type ImportRow = { link_id: string; row_count: number }

/** A user's latest export. Requesting a new one replaces it. */
type ExportRow = { user_id: string; id: string; created_at: string; expires_at: string }

type ContactMessageRow = {
  id: string
  user_id: string | null
  name: string
  email: string
  subject: string
  message: string
  created_at: string
}

export type TaskRow = {
  id: string
  kind: string
  payload: string
  attempts: number
  run_at: string
  created_at: string
}

type TaskTable = TaskRow & {
  /** Null before the first attempt and during an attempt. */
  last_error: string | null
}
