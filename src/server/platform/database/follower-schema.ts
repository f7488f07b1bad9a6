export type FollowerTables = { followers: FollowerRow }

/**
 * Someone who, once they've confirmed, gets emails about photos added to a link after `told_until`. Their access is
 * stored in the same columns as a pass.
 */
export type FollowerRow = {
  id: string
  link_id: string
  email: string
  invitation_id: string | null
  password_version: number | null
  /** The invitation of a confirmed follower's latest request; replaces `invitation_id` once they confirm it. */
  asked_invitation_id: string | null
  asked_password_version: number | null
  created_at: string
  confirmed_at: string | null
  told_until: string | null
}
