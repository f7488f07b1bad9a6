import { type SqlBool, sql } from 'kysely'
import type { CommentRow } from '#server/platform/database/activity-schema.ts'
import type { Database } from '#server/platform/database/database.ts'
import { insertEvent, type PreparedEvent } from '#server/platform/database/events.ts'
import { lockUsage } from '#server/platform/database/lock-usage.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { Comment } from '#shared/comments.ts'

type State = Comment['state']

/** Whose it is: a user with the name of their account, or a guest with the name they gave. */
type Author = { userId: string; guestId: null; name: string } | { userId: null; guestId: string; name: string }

export type CommentRecord = Author & {
  id: string
  imageId: string
  content: string
  state: State
  createdAt: string
  updatedAt: string
}

const toAuthor = (row: CommentRow & { user_name: string | null }): Author =>
  row.guest_id === null
    ? { userId: row.user_id ?? '', guestId: null, name: row.user_name ?? '' }
    : { userId: null, guestId: row.guest_id, name: row.guest_name ?? '' }

const toComment = (row: CommentRow & { user_name: string | null }): CommentRecord => ({
  id: row.id,
  imageId: row.image_id,
  ...toAuthor(row),
  content: row.content,
  state: row.state as State,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Whether its author is: what somebody wrote goes with their account. */
const isThere = (row: CommentRow & { user_name: string | null }) => row.user_id === null || row.user_name !== null

/** Whether its image is, and not deleted with its link. */
const isOfImage = sql<SqlBool>`exists (
  select 1 from images inner join users on users.id = images.user_id
  where images.id = comments.image_id and users.removed_at is null
)`

/** Of more comments than anybody reads, the newest are shown. */
const shownAtMost = 500

export const createCommentRepository = (db: Database) => withTransactions(db, bind)
export type CommentRepository = ReturnType<typeof createCommentRepository>

function bind(db: Database) {
  /** Not a join: for hundreds of comments PostgreSQL would read everybody to find their authors. */
  const withAuthor = () =>
    db
      .selectFrom('comments')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('users')
          .select('users.name')
          .whereRef('users.id', '=', 'comments.user_id')
          .where('users.removed_at', 'is', null)
          .as('user_name'),
      )

  return {
    /** With those that wait: all of them for the owner, a guest's own for the guest. */
    async listOf(imageId: string, { isOwner, guestId }: { isOwner: boolean; guestId: string | undefined }) {
      let query = withAuthor().where('image_id', '=', imageId)
      if (!isOwner) {
        query = query.where((eb) =>
          eb.or([eb('state', '=', 'shown'), ...(guestId === undefined ? [] : [eb('guest_id', '=', guestId)])]),
        )
      }
      const rows = await query
        .orderBy('comments.created_at', 'desc')
        .orderBy('comments.id', 'desc')
        .limit(shownAtMost)
        .execute()
      return rows.filter(isThere).map(toComment).reverse()
    },

    async find(id: string) {
      const row = await withAuthor().where('comments.id', '=', id).where(isOfImage).executeTakeFirst()
      return row && isThere(row) ? toComment(row) : undefined
    },

    /** false when the image is gone meanwhile. */
    async insert(comment: CommentRecord) {
      const result = await db
        .insertInto('comments')
        .columns([
          'id',
          'image_id',
          'user_id',
          'guest_id',
          'guest_name',
          'content',
          'state',
          'created_at',
          'updated_at',
        ])
        .expression((eb) =>
          eb
            .selectFrom('images')
            .select([
              eb.val(comment.id).as('id'),
              'images.id as image_id',
              eb.val(comment.userId).as('user_id'),
              eb.val(comment.guestId).as('guest_id'),
              eb.val(comment.guestId === null ? null : comment.name).as('guest_name'),
              eb.val(comment.content).as('content'),
              eb.val(comment.state).as('state'),
              eb.val(comment.createdAt).as('created_at'),
              eb.val(comment.updatedAt).as('updated_at'),
            ])
            .where('images.id', '=', comment.imageId),
        )
        .executeTakeFirstOrThrow()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    updateContent: (
      id: string,
      { content, state, name }: { content: string; state: State; name: string },
      now: string,
    ) =>
      db
        .updateTable('comments')
        .set((eb) => ({
          content,
          state,
          guest_name: eb.case().when('guest_id', 'is', null).then(eb.ref('guest_name')).else(name).end(),
          updated_at: now,
        }))
        .where('id', '=', id)
        .execute(),

    updateState: (id: string, state: State) => db.updateTable('comments').set({ state }).where('id', '=', id).execute(),

    /** It waits again: whoever has read of it is to look again. */
    markEventUnread: (commentId: string) =>
      db.updateTable('activity').set({ is_read: 0 }).where('comment_id', '=', commentId).execute(),

    remove: (id: string) => db.deleteFrom('comments').where('id', '=', id).execute(),

    lockUsage: (userId: string) => lockUsage(db, userId),
    insertEvent: (event: PreparedEvent) => insertEvent(db, event),
  }
}
