export type CollaboratorTables = { collaborators: CollaboratorRow }

/** Someone who can work on a link of `owner_id`, or on all of them if `link_id` is null. */
export type CollaboratorRow = {
  id: string
  owner_id: string
  /** The address that was invited, in lower case. */
  email: string
  /** 'editor' or 'uploader'. */
  role: string
  link_id: string | null
  /** Null until they accept. */
  user_id: string | null
  invited_at: string
  /** The token in the email expires some time after this. */
  sent_at: string
  accepted_at: string | null
}
