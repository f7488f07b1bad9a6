export type FollowerTables = { followers: FollowerRow }

/**
 * Who is told of a link's new pictures, those after `told_until`; unconfirmed until they have said so themselves. By which
 * door they came is kept as a pass keeps it.
 */
export type FollowerRow = {
  id: string
  link_id: string
  email: string
  invitation_id: string | null
  password_version: number | null
  /** The door by which a confirmed follower was last asked for; it takes the place of theirs once they confirm it. */
  asked_invitation_id: string | null
  asked_password_version: number | null
  created_at: string
  confirmed_at: string | null
  told_until: string | null
}
