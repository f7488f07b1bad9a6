export type ActivityTables = {
  comments: CommentRow
  activity: ActivityRow
  notification_settings: NotificationSettingsRow
}

/** Written by somebody with an account, or by a guest under the name that they gave with it. */
export type CommentRow = {
  id: string
  image_id: string
  user_id: string | null
  guest_id: string | null
  guest_name: string | null
  content: string
  /** 'waiting' until the owner approves it, else 'shown'. */
  state: string
  created_at: string
  updated_at: string
}

/** Something that happened on a link and that its owner, `user_id`, is told. */
export type ActivityRow = {
  id: string
  user_id: string
  link_id: string
  kind: string
  image_id: string | null
  /** The comment itself says who wrote what, and whether it waits. */
  comment_id: string | null
  choice_id: string | null
  name: string
  text: string
  /** 1 while a request about a choice is not answered. */
  is_waiting: number
  is_read: number
  /** How it is to be mailed, 'now' or 'daily'; null once it was, or where it never is. */
  mail: string | null
  mail_due_at: string | null
  created_at: string
}

/** How an owner wants to be told of each kind: 'now', 'daily' or 'off'. No row: as everybody is at first. */
export type NotificationSettingsRow = {
  user_id: string
  comments: string
  choices: string
  requests: string
  closing: string
  daily_at: string
  /** Until then events wait for one mail together. */
  quiet_until: string
  /** Until then one node is sending, and the others leave it to that one. */
  sending_until: string
}
