import { type SqlBool, sql } from 'kysely'
import { ownerState } from '#server/features/access/owner-state.repository.ts'
import { isLive } from '#server/features/images/live-images.repository.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import type { TaskRow } from '#server/platform/database/schema.ts'
import { insertTask } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { EventKind } from '#shared/activity-kinds.ts'
import { type ChosenPicture, toEventRecord } from './activity-rows.ts'
import { insertEvent, insertTeamEvent, type PreparedEvent } from './events.repository.ts'

export const createActivityRepository = (db: Database) => withTransactions(db, bind)
export type ActivityRepository = ReturnType<typeof createActivityRepository>

type ToMail = {
  mail: 'now' | 'daily'
  dueBy: string
  after: { at: string; id: string } | undefined
  limit: number
}

export type ReadFilter = { linkId?: string | undefined; kind?: EventKind | undefined }
type ToRead = { userId: string; until: string; only?: ReadFilter }

/** Links in the trash belong to other accounts. */
const isOwnLink = sql<SqlBool>`links.id = activity.link_id and links.user_id = activity.user_id`
/** Leaves out events of links in the trash, but not those about all links. */
const isShown = sql<SqlBool>`(activity.link_id is null or links.id is not null)`

function bind(db: Database) {
  const joined = () =>
    db
      .selectFrom('activity')
      .leftJoin('links', (join) => join.on(isOwnLink))
      .where(isShown)
      .leftJoin('images', 'images.id', 'activity.image_id')
      // True for events without an image, too.
      .where(isLive)
      .leftJoin('comments', 'comments.id', 'activity.comment_id')
      .leftJoin('users', 'users.id', 'comments.user_id')
      .leftJoin('guests', 'guests.id', 'activity.guest_id')
      .leftJoin('users as adders', 'adders.id', 'guests.user_id')
      .selectAll('activity')
      .select([
        'links.title as link_title',
        'links.expires_at as link_expires_at',
        'links.cover_image_id',
        'images.title as image_title',
        'comments.content as comment_content',
        'comments.state as comment_state',
      ])
      .select((eb) => eb.fn.coalesce('users.name', 'comments.guest_name').as('comment_author'))
      .select((eb) => eb.fn.coalesce('guests.name', 'adders.gallery_name', 'adders.name').as('guest_name'))

  const unreadOf = (userId: string) =>
    db
      .selectFrom('activity')
      .select('activity.id')
      .where('activity.user_id', '=', userId)
      .where('is_read', '=', sql.lit(0))

  /** Leaves out events of links and images in the trash. */
  const shownUnreadOf = (userId: string) =>
    unreadOf(userId)
      .leftJoin('links', (join) => join.on(isOwnLink))
      .where(isShown)
      .leftJoin('images', 'images.id', 'activity.image_id')
      .where(isLive)

  return {
    async list(userId: string, after: Cursor | undefined, limit: number) {
      let query = joined().where('activity.user_id', '=', userId)
      if (after) {
        query = query.where(sql<SqlBool>`(activity.created_at, activity.id) < (${after.value}, ${after.id})`)
      }
      const rows = await query
        .orderBy('activity.created_at', 'desc')
        .orderBy('activity.id', 'desc')
        .limit(limit + 1)
        .execute()
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        events: rows.slice(0, limit).map(toEventRecord),
        next: last && { value: last.created_at, id: last.id },
      }
    },

    async countUnread(userId: string, max: number) {
      const { count } = await db
        .selectFrom(shownUnreadOf(userId).limit(max).as('unread'))
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /**
     * Marks up to `limit` events and returns their number. Following the index order avoids scanning events that are
     * already read.
     */
    async markSomeRead({ userId, until, only = {} }: ToRead, limit: number) {
      let some = unreadOf(userId).where('created_at', '<=', until).orderBy('created_at').limit(limit)
      if (only.linkId !== undefined) some = some.where('link_id', '=', only.linkId)
      if (only.kind !== undefined) some = some.where('kind', '=', only.kind)
      const result = await db
        .updateTable('activity')
        .set({ is_read: 1 })
        .where('id', 'in', some)
        .executeTakeFirstOrThrow()
      return Number(result.numUpdatedRows)
    },

    insertTask: (task: TaskRow) => insertTask(db, task),
    insertEvent: (event: PreparedEvent) => insertEvent(db, event),
    insertTeamEvent: (event: PreparedEvent, since: string) => insertTeamEvent(db, event, since),

    async findUserName(id: string) {
      const row = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst()
      return row?.name
    },

    /** Lists links that expire in this period, except those that already have an event for that date. */
    listClosing: (from: string, to: string, limit: number) =>
      db
        .selectFrom('links')
        .select(['id', 'user_id as userId', 'expires_at as expiresAt'])
        .where('is_over', '=', sql.lit(0))
        .where(ownerState, '<>', 'removed')
        .where('expires_at', '>', from)
        .where('expires_at', '<=', to)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('activity')
                .select('activity.id')
                .whereRef('activity.link_id', '=', 'links.id')
                .where('activity.kind', '=', 'closing')
                .whereRef('activity.text', '=', 'links.expires_at'),
            ),
          ),
        )
        .orderBy('expires_at')
        .limit(limit)
        .execute(),

    removeBefore: (instant: string) =>
      deleteInBatches(db, { table: 'activity', key: ['id'], where: sql`created_at < ${instant}` }),

    async listToEmail(userId: string, { mail, dueBy, after, limit }: ToMail) {
      const rows = await db
        .selectFrom('activity')
        .innerJoin('links', (join) => join.on(isOwnLink))
        .leftJoin('images', 'images.id', 'activity.image_id')
        .where(isLive)
        .select(['activity.id', 'activity.kind', 'activity.choice_id as choiceId', 'activity.created_at as at'])
        .where('activity.user_id', '=', userId)
        .where('activity.mail', '=', mail)
        .where('activity.mail_due_at', '<=', dueBy)
        .where(sql<SqlBool>`(activity.created_at, activity.id) > (${after?.at ?? ''}, ${after?.id ?? ''})`)
        .orderBy('activity.created_at')
        .orderBy('activity.id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...row, kind: row.kind as EventKind }))
    },

    async listByIds(ids: string[]) {
      if (ids.length === 0) return []
      const rows = await joined()
        .where('activity.id', 'in', ids)
        .orderBy('activity.created_at')
        .orderBy('activity.id')
        .execute()
      return rows.map(toEventRecord)
    },

    listChosen: (choiceId: string): Promise<ChosenPicture[]> =>
      db
        .selectFrom('choice_images')
        .innerJoin('images', 'images.id', 'choice_images.image_id')
        .select(['choice_images.image_id as imageId', 'choice_images.note'])
        .select(['images.title', 'images.file_name as fileName'])
        .where('choice_images.choice_id', '=', choiceId)
        .where(isLive)
        .orderBy('images.section_position')
        .orderBy('images.position')
        .orderBy('images.id')
        .execute(),

    /** Returns the number of images of each choice, and the first few. */
    async listFirstChosen(choiceIds: string[], max: number) {
      if (choiceIds.length === 0) return []
      const placed = db
        .selectFrom('choice_images')
        .innerJoin('images', 'images.id', 'choice_images.image_id')
        .select(['choice_images.choice_id as choiceId', 'choice_images.image_id as imageId'])
        .select([
          sql<number>`count(*) over (partition by choice_images.choice_id)`.as('count'),
          sql<number>`row_number() over (
            partition by choice_images.choice_id order by images.section_position, images.position, images.id
          )`.as('place'),
        ])
        .where('choice_images.choice_id', 'in', choiceIds)
        .where(isLive)
      const rows = await db
        .selectFrom(placed.as('placed'))
        .select(['choiceId', 'imageId', 'count'])
        .where('place', '<=', max)
        .orderBy('place')
        .execute()
      return rows.map((row) => ({ ...row, count: Number(row.count) }))
    },

    async listRecipients(mail: 'now' | 'daily') {
      const rows = await db.selectFrom('activity').select('user_id').distinct().where('mail', '=', mail).execute()
      return rows.map((row) => row.user_id)
    },

    markMailed: (ids: string[]) => db.updateTable('activity').set({ mail: null }).where('id', 'in', ids).execute(),
  }
}
