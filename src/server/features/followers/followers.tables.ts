export type FollowerTables = { followers: FollowerRow }

/**
 * A follower gets emails about photos added to the link after `told_until`, once they've confirmed. Their access is
 * stored in the same columns as a pass.
 */
export type FollowerRow = {
  id: string
  link_id: string
  email: string
  invitation_id: string | null
  password_version: number | null
  /** The access in a confirmed follower's new request. It replaces the two columns above once they confirm again. */
  asked_invitation_id: string | null
  asked_password_version: number | null
  created_at: string
  confirmed_at: string | null
  told_until: string | null
}
