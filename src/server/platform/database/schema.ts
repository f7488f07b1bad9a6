import type { Generated, Selectable } from 'kysely'
import type { AccountTables } from './account-schema.ts'
import type { ActivityTables } from './activity-schema.ts'
import type { AdministrationTables } from './administration-schema.ts'
import type { AnalyticsTables } from './analytics-schema.ts'
import type { ChoiceTables } from './choice-schema.ts'
import type { FollowerTables } from './follower-schema.ts'
import type { PaymentTables } from './payment-schema.ts'

/** The tables as both engines hold them: text ids, instants as ISO text in UTC, 0 and 1 for no and yes. */
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
  /** Title as it is searched: without case and accents. */
  title_key: string
  /** Title as it is sorted: like the key, and by the numbers in it. */
  title_order: string
  description: string
  /** Description as it is searched: without case and accents. */
  description_key: string
  is_private: number
  /** null: no password. */
  password_hash: string | null
  /** Grows when the passes that the password gave end: it was changed or removed, or the link made private. */
  password_version: number
  is_listed: number
  allow_downloads: number
  /** Whether camera, lens and exposure are shown, and stay in downloads. */
  camera_details: number
  /** Whether visitors choose pictures: 'off' or 'on'. */
  choosing: string
  /** null: as many as they like. */
  choice_limit: number | null
  /** Who may comment: 'accounts', 'guests' or 'off'. */
  comments: string
  /** Whether what guests write waits for the owner. */
  hold_guest_comments: number
  /** What its page opens with: 'wall' or 'cover'. */
  opening: string
  expires_at: string | null
  /** 1 some time after it has expired, so that lists need not pass over it; whether it has is told by `expires_at`. */
  is_over: number
  visits: number
  image_count: number
  /** What strangers have left on it, so that it can be bounded: bounded-counts.ts. */
  guest_count: number
  choice_count: number
  /** Where the next image goes; it only grows, so no two images share a place. */
  next_position: number
  /** One column, so that a link has one cover whatever happens at once. */
  cover_image_id: string | null
  /** 0 while the cover is whichever image is the first in order. */
  cover_chosen: number
  created_at: string
  updated_at: string
}

/**
 * Every slug that a link has or had: an old one leads on to the link and is never given to another, not even when the link
 * is gone.
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
  /** JSON: the files that are kept of it. */
  files: string
  /** JSON: the SHA-256 of each file by its name; null until they're known. */
  file_hashes: Generated<string | null>
  views: number
  /** The point that stays visible where it is cropped as a cover, each 0 to 1; null: nobody has said. */
  cover_focus_x: number | null
  cover_focus_y: number | null
  /** JSON: what is shown of the camera; null where nothing is known. */
  camera: string | null
  /** Of all its files together. */
  bytes: Generated<number>
  /** Those that wait included, so that they can be bounded: bounded-counts.ts. */
  comment_count: Generated<number>
  created_at: string
}

export type ImageRow = Selectable<ImageTable>

/** What stands in the full size from a position on where the link shows camera details, in base64. */
type CameraPatchRow = { image_id: string; starts_at: number; bytes: string }

/** What a client called an upload, so that a repeated one answers with the first one's image. */
type UploadKeyRow = { link_id: string; upload_key: string; image_id: string }

/**
 * A folder of files that nobody needs. Deleting an image writes one by trigger; an upload writes one before its files
 * and takes it back with its row, so that whatever fails or crashes in between is cleared away.
 */
type FileDeletionRow = { prefix: string; not_before: string; is_claimed: number }

/** A way into a link for one person. Its address is derived from its id. Rights that are null follow the link. */
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

/** What was counted of an invitation on a day of UTC. */
type InvitationDayRow = { invitation_id: string; day: string; visits: number; views: number; downloads: number }

/**
 * What lets a browser into a link that is not open to all: by an invitation, or by the password that the link had at
 * `password_version`. Ended ones stay until nobody has used them for long.
 */
type PassRow = {
  id: string
  token_hash: string
  link_id: string
  invitation_id: string | null
  password_version: number | null
  /** Who they are, once they have left something. */
  guest_id: string | null
  created_at: string
  last_used_at: string
}

/** How often something happened in a span of time that all nodes share; the key does not tell of whom. */
type RateLimitRow = { key: string; count: number; ends_at: string }

/** Somebody who wants no more emails; the hash of the address says whom to those who know it. */
type EmailStopRow = { address_hash: string; stopped_at: string }

/** The last export that a user asked for: the one before it is over with it. */
/** How many rows imports have brought to a link. */
type ImportRow = { link_id: string; row_count: number }

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

/** Work that was promised and is done beside the requests; gone once it is done. */
export type TaskRow = {
  id: string
  kind: string
  payload: string
  attempts: number
  run_at: string
  created_at: string
}

type TaskTable = TaskRow & {
  /** Why the last try failed; null before the first one and while it's being tried. */
  last_error: string | null
}
