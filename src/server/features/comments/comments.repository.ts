import type { Database } from '#server/platform/database/database.ts'
import { insertEvent, type PreparedEvent } from '#server/platform/database/events.ts'
import type { CommentRow } from '#server/platform/database/schema.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'

export type CommentRecord = {
  id: string
  imageId: string
  userId: string
  userName: string
  content: string
  createdAt: string
  updatedAt: string
}

const toComment = (row: CommentRow & { user_name: string }): CommentRecord => ({
  id: row.id,
  imageId: row.image_id,
  userId: row.user_id,
  userName: row.user_name,
  content: row.content,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Of more comments than anybody reads, the newest are shown. */
const shownAtMost = 500

export const createCommentRepository = (db: Database) => withTransactions(db, bind)
export type CommentRepository = ReturnType<typeof createCommentRepository>

function bind(db: Database) {
  const withAuthor = () =>
    db
      .selectFrom('comments')
      .innerJoin('users', 'users.id', 'comments.user_id')
      .selectAll('comments')
      .select('users.name as user_name')

  return {
    async listOf(imageId: string) {
      const rows = await withAuthor()
        .where('image_id', '=', imageId)
        .orderBy('comments.created_at', 'desc')
        .orderBy('comments.id', 'desc')
        .limit(shownAtMost)
        .execute()
      return rows.map(toComment).reverse()
    },

    async find(id: string) {
      const row = await withAuthor().where('comments.id', '=', id).executeTakeFirst()
      return row && toComment(row)
    },

    /** false when the image is gone meanwhile. */
    async insert(comment: Omit<CommentRecord, 'userName'>) {
      const result = await db
        .insertInto('comments')
        .columns(['id', 'image_id', 'user_id', 'content', 'created_at', 'updated_at'])
        .expression((eb) =>
          eb
            .selectFrom('images')
            .select([
              eb.val(comment.id).as('id'),
              'images.id as image_id',
              eb.val(comment.userId).as('user_id'),
              eb.val(comment.content).as('content'),
              eb.val(comment.createdAt).as('created_at'),
              eb.val(comment.updatedAt).as('updated_at'),
            ])
            .where('images.id', '=', comment.imageId),
        )
        .executeTakeFirstOrThrow()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    updateContent: (id: string, content: string, now: string) =>
      db.updateTable('comments').set({ content, updated_at: now }).where('id', '=', id).execute(),

    remove: (id: string) => db.deleteFrom('comments').where('id', '=', id).execute(),

    insertEvent: (event: PreparedEvent) => insertEvent(db, event),
  }
}
