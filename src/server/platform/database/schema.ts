/** The tables as both engines hold them: text ids, instants as ISO text in UTC, 0 and 1 for no and yes. */
export type Tables = {
  users: UserRow
  usage: UsageRow
  sessions: SessionRow
  password_resets: PasswordResetRow
  links: LinkRow
  slugs: SlugRow
  images: ImageRow
  comments: CommentRow
  contact_messages: ContactMessageRow
  tasks: TaskRow
}

export type UserRow = { id: string; name: string; email: string; password_hash: string; created_at: string }

/** Counters that the plan limits are kept by; one row for each user. */
type UsageRow = { user_id: string; links: number; images: number }

export type SessionRow = {
  id: string
  token_hash: string
  user_id: string
  device: string
  created_at: string
  last_seen_at: string
  expires_at: string
}

type PasswordResetRow = { token_hash: string; user_id: string; created_at: string; expires_at: string }

export type LinkRow = {
  id: string
  user_id: string
  slug: string
  title: string
  /** Title as it is sorted and searched: without case and accents. */
  title_key: string
  description: string
  /** Description as it is searched: without case and accents. */
  description_key: string
  is_private: number
  is_listed: number
  allow_downloads: number
  expires_at: string | null
  views: number
  image_count: number
  created_at: string
  updated_at: string
}

/** Every slug that a link has or had: an old one leads on to the link and is never given to another. */
type SlugRow = { slug: string; link_id: string }

type ImageRow = { id: string; link_id: string; user_id: string; created_at: string }

export type CommentRow = {
  id: string
  image_id: string
  user_id: string
  content: string
  created_at: string
  updated_at: string
}

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
