import type { Generated, Selectable } from 'kysely'

export type ActivityTables = {
  activity: ActivityTable
  notification_preferences: NotificationPreferenceRow
  notification_settings: NotificationTurnRow
}

/** An event on a link. `user_id` is the owner to notify, and `link_id` is null if it's about all of their links. */
type ActivityTable = {
  id: string
  user_id: string
  link_id: string | null
  kind: string
  image_id: string | null
  /** If set, the author, text and state are read from this comment. */
  comment_id: string | null
  choice_id: string | null
  /** The guest who added `image_count` images. If set, the name is read from this guest. */
  guest_id: Generated<string | null>
  image_count: Generated<number | null>
  /** What a collaborator did, `image_count` times. */
  act: Generated<string | null>
  actor_id: Generated<string | null>
  name: string
  text: string
  /** 1 while a request to change favorites is unanswered. */
  is_waiting: number
  is_read: number
  /** Whether to email the event 'now' or 'daily'. Null once it's been sent, or if it's never emailed. */
  mail: string | null
  mail_due_at: string | null
  created_at: string
}

export type ActivityRow = Selectable<ActivityTable>

/** Users without a row have the default. */
type NotificationPreferenceRow = { user_id: string; name: string; value: string }

/** Coordinates the emails to a user. The table also has columns that only the previous version uses (0032). */
export type NotificationTurnRow = {
  user_id: string
  /** Until this time, events are collected for one email. */
  quiet_until: string
  /** A node holds a lease until this time, so that only one node sends the email. */
  sending_until: string
}
