import { sql } from 'kysely'
import { lockUsage } from '#server/features/accounts/usage.repository.ts'
import { isLive } from '#server/features/images/live-images.repository.ts'
import { insertWebhookEvent } from '#server/features/webhooks/webhook-events.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import type { LinkNews } from '#shared/links.ts'
import type { ActivityRow } from './activity.tables.ts'

/** An event for a link's owner, with the task that emails it. */
export type PreparedEvent = { row: ActivityRow; task: Task | undefined }

/** Call it in the same transaction as the change, so that the event exists only if the change is committed. */
export async function insertEvent(db: Database, { row, task }: PreparedEvent) {
  await lockUsage(db, row.user_id)
  const result = await db
    .insertInto('activity')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  const isNew = (result.numInsertedOrUpdatedRows ?? 0n) > 0n
  if (isNew && task) await insertTask(db, task)
  if (isNew) await insertWebhookEventOf(db, row)
  return isNew
}

const webhookEvents = { comment: 'comment.added', choice: 'choice.sent', closing: 'link.closing' } as const

async function insertWebhookEventOf(db: Database, row: ActivityRow) {
  const event = webhookEvents[row.kind as keyof typeof webhookEvents]
  if (event === undefined || row.link_id === null) return
  const link = { id: row.link_id, userId: row.user_id }
  const about = { commentId: row.comment_id ?? undefined, choiceId: row.choice_id ?? undefined }
  await insertWebhookEvent(db, event, { link, ...about, now: row.created_at })
}

/** Counts the image in the guest's event since `since`, or inserts a new one. */
export async function insertUploadEvent(db: Database, event: PreparedEvent, since: string) {
  const { guest_id: guestId } = event.row
  const result = await db
    .updateTable('activity')
    .set((eb) => ({ image_count: eb('image_count', '+', 1), is_read: 0 }))
    .where('guest_id', '=', guestId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  if (result.numUpdatedRows === 0n) await insertEvent(db, event)
}

/** Adds to the collaborator's event since `since`, or inserts a new one. */
export async function insertTeamEvent(db: Database, event: PreparedEvent, since: string) {
  const { row } = event
  await lockUsage(db, row.user_id)
  const result = await db
    .updateTable('activity')
    .set((eb) => ({ image_count: eb('image_count', '+', row.image_count ?? 1), is_read: 0 }))
    .where('user_id', '=', row.user_id)
    .where('actor_id', '=', row.actor_id)
    .where('link_id', row.link_id === null ? 'is' : '=', row.link_id)
    .where('act', '=', row.act)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  if (result.numUpdatedRows === 0n) await insertEvent(db, event)
}

export const settleEventsOfChoice = (db: Database, choiceId: string) =>
  db.updateTable('activity').set({ is_waiting: 0 }).where('choice_id', '=', choiceId).execute()

export const removeEventsOfChoice = (db: Database, choiceId: string) =>
  db.deleteFrom('activity').where('choice_id', '=', choiceId).execute()

/** These bound the queries, because strangers can send many favorites. */
const maxNews = 1000
const maxCountedChoices = 50

/** Sums up unread comments and sent favorites by link. Favorites that no longer exist aren't news. */
export async function listNews(db: Database, userId: string) {
  const unread = db
    .selectFrom('activity')
    .leftJoin('images', 'images.id', 'activity.image_id')
    .where(isLive)
    .select(['activity.link_id', 'kind', 'choice_id', 'name', 'activity.created_at'])
    .where('activity.user_id', '=', userId)
    .where('is_read', '=', sql.lit(0))
    .orderBy('activity.created_at', 'desc')
    .limit(maxNews)
  const rows = await db
    .selectFrom(unread.as('unread'))
    .select(['link_id', 'kind', 'choice_id'])
    .select(({ fn }) => [fn.countAll().as('events'), fn.max('name').as('name'), fn.max('created_at').as('latest')])
    .where('kind', 'in', ['comment', 'choice'])
    .groupBy(['link_id', 'kind', 'choice_id'])
    .orderBy('latest', 'desc')
    .execute()
  const favorites = await countFavorites(
    db,
    rows.flatMap(({ choice_id }) => choice_id ?? []).slice(0, maxCountedChoices),
  )

  const news = new Map<string, LinkNews>()
  for (const { link_id: linkId, kind, choice_id, events, name } of rows) {
    if (linkId === null) continue
    const known = news.get(linkId) ?? { comments: 0, favorites: [] }
    const count = favorites.get(choice_id ?? '') ?? 0
    if (kind === 'comment') known.comments += Number(events)
    else if (count > 0) known.favorites.push({ name: name ?? '', count })
    if (known.comments > 0 || known.favorites.length > 0) news.set(linkId, known)
  }
  return news
}

async function countFavorites(db: Database, choiceIds: string[]) {
  if (choiceIds.length === 0) return new Map<string, number>()
  const rows = await db
    .selectFrom('choice_images')
    .innerJoin('images', 'images.id', 'choice_images.image_id')
    .where(isLive)
    .select(({ fn }) => ['choice_id', fn.countAll().as('count')])
    .where('choice_id', 'in', choiceIds)
    .groupBy('choice_id')
    .execute()
  return new Map(rows.map(({ choice_id, count }) => [choice_id, Number(count)]))
}

/** Leaves out requests to change sent favorites, which are about a choice. */
export const markMoreTimeRequestsRead = (db: Database, linkId: string) =>
  db
    .updateTable('activity')
    .set({ is_read: 1 })
    .where('link_id', '=', linkId)
    .where('kind', '=', 'request')
    .where('choice_id', 'is', null)
    .where('is_read', '=', sql.lit(0))
    .execute()

/** An edited comment that needs approval should look new to the owner, unlike one that they approved. */
export const markEventOfComment = (db: Database, commentId: string, isRead: boolean) =>
  db
    .updateTable('activity')
    .set({ is_read: Number(isRead) })
    .where('comment_id', '=', commentId)
    .execute()
