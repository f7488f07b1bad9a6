export type CommentTables = {
  comments: CommentRow
}

export type CommentRow = {
  id: string
  image_id: string
  user_id: string | null
  guest_id: string | null
  guest_name: string | null
  content: string
  /** 'waiting' while the comment needs the owner's approval, otherwise 'shown'. */
  state: string
  created_at: string
  updated_at: string
}
