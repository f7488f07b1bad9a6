import type { EventKind, TeamAct } from '#shared/activity-kinds.ts'
import type { ActivityRow } from './activity.tables.ts'

/** The event is joined with current data, so an edited comment shows its new text. */
export type EventRecord = {
  id: string
  kind: EventKind
  at: string
  /** Null, with an empty title, if the event is about all links. */
  linkId: string | null
  linkTitle: string
  linkExpiresAt: string | null
  imageId: string | null
  imageTitle: string
  /** This is the event's image or, if it has none, the link's cover. */
  pictureId: string | null
  commentId: string | null
  choiceId: string | null
  name: string
  text: string
  isWaiting: boolean
  isRead: boolean
  count: number | undefined
  act: TeamAct | undefined
}

export type ChosenPicture = { imageId: string; note: string; title: string; fileName: string }

export type JoinedRow = ActivityRow & {
  link_title: string | null
  link_expires_at: string | null
  cover_image_id: string | null
  image_title: string | null
  comment_content: string | null
  comment_state: string | null
  comment_author: string | null
  /** Null if the event isn't about a guest's images, or if they gave no name. */
  guest_name: string | null
}

export const toEventRecord = (row: JoinedRow): EventRecord => ({
  id: row.id,
  kind: row.kind as EventKind,
  at: row.created_at,
  linkId: row.link_id,
  linkTitle: row.link_title ?? '',
  linkExpiresAt: row.link_expires_at,
  imageId: row.image_id,
  imageTitle: row.image_title ?? '',
  pictureId: row.image_id ?? row.cover_image_id,
  commentId: row.comment_id,
  choiceId: row.choice_id,
  name: row.comment_author ?? row.guest_name ?? row.name,
  text: row.comment_content ?? row.text,
  isWaiting: row.is_waiting === 1 || row.comment_state === 'waiting',
  isRead: row.is_read === 1,
  count: row.image_count ?? undefined,
  act: (row.act as TeamAct | null) ?? undefined,
})
