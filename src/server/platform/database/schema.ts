import type { Generated, Selectable } from 'kysely'
import type { AccountTables } from './account-schema.ts'
import type { ActivityTables } from './activity-schema.ts'
import type { AdministrationTables } from './administration-schema.ts'
import type { AnalyticsTables } from './analytics-schema.ts'
import type { ChoiceTables } from './choice-schema.ts'
import type { FollowerTables } from './follower-schema.ts'
import type { PaymentTables } from './payment-schema.ts'

/** Both engines: text IDs, UTC timestamps as ISO text, 0 and 1 for booleans. */
export type Tables = AccountTables &
  ActivityTables &
  AdministrationTables &
  AnalyticsTables &
  ChoiceTables &
  FollowerTables &
  PaymentTables & {
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
  /** For searching: without case and accents. */
  title_key: string
  /** For sorting: like the key, with numbers in numeric order. */
  title_order: string
  description: string
  /** For searching: without case and accents. */
  description_key: string
  is_private: number
  password_hash: string | null
  /** Incremented when password passes end: the password was changed or removed, or the link made private. */
  password_version: number
  is_listed: number
  allow_downloads: number
  /** Show camera, lens and exposure, and keep them in downloads. */
  camera_details: number
  /** 'off' or 'on'. */
  choosing: string
  /** null: no limit. */
  choice_limit: number | null
  /** 'accounts', 'guests' or 'off'. */
  comments: string
  /** Guest comments wait for approval. */
  hold_guest_comments: number
  /** 'wall' or 'cover'. */
  opening: string
  expires_at: string | null
  /** Set some time after expiry, so lists can skip it by index; `expires_at` decides whether it has expired. */
  is_over: number
  visits: number
  image_count: number
  /** For limiting how much visitors can leave on a link; see bounded-counts.ts. */
  guest_count: number
  choice_count: number
  /** Only grows, so no two images share a position. */
  next_position: number
  /** A single column, so concurrent changes can't leave two covers. */
  cover_image_id: string | null
  /** 0 while the cover is the first image. */
  cover_chosen: number
  created_at: string
  updated_at: string
}

/**
 * Every slug a link has or had. Old slugs redirect to the link and are never reused, even after the link is deleted.
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
  /** JSON: the stored files. */
  files: string
  /** JSON: SHA-256 by file name; null until computed. */
  file_hashes: Generated<string | null>
  views: number
  /** The point that stays visible when the cover is cropped, each 0 to 1; null: not set. */
  cover_focus_x: number | null
  cover_focus_y: number | null
  /** JSON: the camera details to show; null if unknown. */
  camera: string | null
  /** All files together. */
  bytes: Generated<number>
  /** Includes comments waiting for approval; see bounded-counts.ts. */
  comment_count: Generated<number>
  created_at: string
}

export type ImageRow = Selectable<ImageTable>

/** Base64 bytes that replace part of the full-size file, from a given position, if the link shows camera details. */
type CameraPatchRow = { image_id: string; starts_at: number; bytes: string }

/** Makes uploads idempotent: repeating a client's key returns the first image. */
type UploadKeyRow = { link_id: string; upload_key: string; image_id: string }

/**
 * A folder to delete. Deleting an image inserts a row by trigger. An upload inserts a row before writing its files and
 * removes it when it adds the image, so a failure or crash doesn't leave orphaned files.
 */
type FileDeletionRow = { prefix: string; not_before: string; is_claimed: number }

/** Personal access to a link. Its URL is derived from the ID. Rights that are null follow the link. */
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

/** Counts of an invitation per day (UTC). */
type InvitationDayRow = { invitation_id: string; day: string; visits: number; views: number; downloads: number }

/**
 * Lets a browser into a link that isn't open to everyone: by invitation, or by the password the link had at
 * `password_version`. Ended passes stay until they've been unused for a long time.
 */
type PassRow = {
  id: string
  token_hash: string
  link_id: string
  invitation_id: string | null
  password_version: number | null
  /** Set once the visitor has left something. */
  guest_id: string | null
  created_at: string
  last_used_at: string
}

/** A counter shared by all nodes. The key is a signature, so it doesn't reveal who was counted. */
type RateLimitRow = { key: string; count: number; ends_at: string }

/** Someone who unsubscribed from all emails, stored as a hash of the address. */
type EmailStopRow = { address_hash: string; stopped_at: string }

/** How many rows imports have added to a link. */
type ImportRow = { link_id: string; row_count: number }

/** A user's latest export; requesting a new one replaces it. */
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
  /** null before the first attempt and during one. */
  last_error: string | null
}
