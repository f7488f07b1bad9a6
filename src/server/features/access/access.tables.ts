import type { Generated } from 'kysely'

export type AccessTables = { invitations: InvitationRow; passes: PassRow; guests: GuestRow }

/**
 * The columns of `links` that decide who sees a link. The table belongs to links, which is above access and adds the
 * other columns.
 */
export type LinkFactColumns = {
  id: string
  title: string
  user_id: string
  is_private: number
  password_hash: string | null
  /** Incremented to end password passes when the password changes or is removed, or the link becomes private. */
  password_version: number
  allow_downloads: number
  /** 'off' or 'on'. */
  choosing: string
  /** 'accounts', 'guests' or 'off'. */
  comments: string
  expires_at: string | null
  /** 'off', 'everyone' or 'invited'. */
  guest_uploads: string
  /** Images that guests added and that still exist, including those that need approval. */
  guest_image_count: number
  uploads_close_at: string | null
  /** 'all' or 'own'. */
  visitors_see: string
  reveal_at: string | null
  /** JSON. Null until the owner sets one. */
  watermark: string | null
}

/** Personal access to a link. The URL is derived from the ID. If a right is null, the link's setting applies. */
export type InvitationRow = {
  id: string
  link_id: string
  name: string
  email: string | null
  may_download: number | null
  may_comment: number | null
  may_choose: number | null
  may_add: number | null
  /** The sections this person can see, as JSON. Null means everything. */
  sections: string | null
  expires_at: string | null
  revoked_at: string | null
  visits: number
  views: number
  downloads: number
  last_seen_at: string | null
  created_at: string
}

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
  /** Set once the visitor has left a comment, favorites or images. */
  guest_id: string | null
  created_at: string
  last_used_at: string
}

/**
 * A visitor who left comments, favorites or images. Everyone who uses the same invitation is the same guest. Someone with
 * an account is only a guest of the links they added images to.
 */
type GuestRow = {
  id: string
  link_id: string
  invitation_id: string | null
  name: string | null
  email: string | null
  /** Set for someone who was logged in. Their name is the account's. */
  user_id: Generated<string | null>
  is_blocked: Generated<number>
  /** Includes images that need approval (platform/database/bounded-counts.ts). */
  image_count: Generated<number>
  waiting_count: Generated<number>
  last_added_at: Generated<string | null>
  created_at: string
}
