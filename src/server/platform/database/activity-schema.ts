export type ActivityTables = {
  comments: CommentRow
  activity: ActivityRow
  notification_settings: NotificationSettingsRow
}

export type CommentRow = {
  id: string
  image_id: string
  user_id: string | null
  guest_id: string | null
  guest_name: string | null
  content: string
  /** 'waiting' until the owner approves it, then 'shown'. */
  state: string
  created_at: string
  updated_at: string
}

/** Something that happened on a link. `user_id` is the owner to notify. */
export type ActivityRow = {
  id: string
  user_id: string
  link_id: string
  kind: string
  image_id: string | null
  /** Author, text and state come from the comment. */
  comment_id: string | null
  choice_id: string | null
  name: string
  text: string
  /** 1 while a request to change favorites is unanswered. */
  is_waiting: number
  is_read: number
  /** How to email it, 'now' or 'daily'; null once sent, or if it's never emailed. */
  mail: string | null
  mail_due_at: string | null
  created_at: string
}

/** 'now', 'daily' or 'off' per kind. No row: the defaults. */
export type NotificationSettingsRow = {
  user_id: string
  comments: string
  choices: string
  requests: string
  closing: string
  daily_at: string
  /** Until this time, events are collected for one email. */
  quiet_until: string
  /** A lease: until this time, only one node sends this email. */
  sending_until: string
}
