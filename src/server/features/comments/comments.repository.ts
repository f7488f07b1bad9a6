import { type SqlBool, sql } from 'kysely'
import { lockUsage } from '#server/features/accounts/usage.repository.ts'
import { insertEvent, markEventOfComment, type PreparedEvent } from '#server/features/activity/events.repository.ts'
import { countComments } from '#server/features/images/images.repository.ts'
import { isLive } from '#server/features/images/live-images.repository.ts'
import { insertWebhookEvent } from '#server/features/webhooks/webhook-events.repository.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import { olderThan } from '#server/platform/database/search-in-batches.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { Comment } from '#shared/comments.ts'
import type { CommentRow } from './comments.tables.ts'

type State = Comment['state']

type Author = { userId: string; guestId: null; name: string } | { userId: null; guestId: string; name: string }

export type CommentRecord = Author & {
  id: string
  imageId: string
  content: string
  state: State
  createdAt: string
  updatedAt: string
}

export type ImportedComment = {
  id: string
  imageId: string
  author: { userId: string } | { guestId: string; name: string }
  content: string
  state: string
  createdAt: string
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

/** Hides comments whose author's account is being removed in the background. */
const hasAuthor = (row: CommentRow & { user_name: string | null }) => row.user_id === null || row.user_name !== null

/** Hides comments on images that are in the trash or being removed in the background. */
const hasImage = sql<SqlBool>`exists (
  select 1 from images inner join links on links.id = images.link_id inner join users on users.id = links.user_id
  where images.id = comments.image_id and ${isLive} and users.removed_at is null
)`

/** An owner also sees every pending comment. A guest also sees their own. */
type Reader = { seesWaiting: boolean; guestId: string | undefined }

const isNewer = (one: CommentRow, other: CommentRow) =>
  one.created_at > other.created_at || (one.created_at === other.created_at && one.id > other.id)

export const createCommentRepository = (db: Database) => withTransactions(db, bind)
export type CommentRepository = ReturnType<typeof createCommentRepository>

function bind(db: Database) {
  /** Uses a subquery, because PostgreSQL would scan all users to join hundreds of comments. */
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
    /** Pages back from the newest comments, but lists each page oldest first. `next` is the cursor for older ones. */
    async listOf(imageId: string, { seesWaiting, guestId }: Reader, after: Cursor | undefined, limit: number) {
      const page = () => {
        const query = withAuthor().where('image_id', '=', imageId)
        const older = after ? query.where(olderThan('comments', after)) : query
        return older
          .orderBy('comments.created_at', 'desc')
          .orderBy('comments.id', 'desc')
          .limit(limit + 1)
      }
      // A single query would scan past the pending comments of all other guests.
      const shown = await (seesWaiting ? page() : page().where('state', '=', sql.lit('shown'))).execute()
      const waiting =
        seesWaiting || guestId === undefined
          ? []
          : await page().where('guest_id', '=', guestId).where('state', '=', sql.lit('waiting')).execute()
      const found = [...shown, ...waiting].sort((one, other) => (isNewer(one, other) ? -1 : 1))
      const last = found.length > limit ? found[limit - 1] : undefined
      return {
        comments: found.slice(0, limit).filter(hasAuthor).map(toComment).reverse(),
        next: last && { value: last.created_at, id: last.id },
      }
    },

    async find(id: string) {
      const row = await withAuthor().where('comments.id', '=', id).where(hasImage).executeTakeFirst()
      return row && hasAuthor(row) ? toComment(row) : undefined
    },

    /** Returns false if the image has been deleted. */
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
            .where('images.id', '=', comment.imageId)
            .where(isLive),
        )
        .executeTakeFirstOrThrow()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    countWithin: (imageId: string, max: number) => countComments(db, imageId, { max }),

    updateContent: (id: string, { content, state }: { content: string; state: State }, now: string) =>
      db.updateTable('comments').set({ content, state, updated_at: now }).where('id', '=', id).execute(),

    updateState: (id: string, state: State) => db.updateTable('comments').set({ state }).where('id', '=', id).execute(),

    markEvent: (commentId: string, { isRead }: { isRead: boolean }) => markEventOfComment(db, commentId, isRead),

    remove: (id: string) => db.deleteFrom('comments').where('id', '=', id).execute(),

    lockUsage: (userId: string) => lockUsage(db, userId),
    insertEvent: (event: PreparedEvent) => insertEvent(db, event),
    /** For the owner's own comments, which aren't activity. */
    insertWebhookEvent: (link: { id: string; userId: string }, { id, createdAt }: CommentRecord) =>
      insertWebhookEvent(db, 'comment.added', { link, commentId: id, now: createdAt }),
  }
}

const toRow = ({ id, imageId, author, content, state, createdAt }: ImportedComment): CommentRow => ({
  id,
  image_id: imageId,
  user_id: 'userId' in author ? author.userId : null,
  guest_id: 'guestId' in author ? author.guestId : null,
  guest_name: 'guestId' in author ? author.name : null,
  content,
  state,
  created_at: createdAt,
  updated_at: createdAt,
})

/** Returns the image ID of each new comment. Existing ones stay as they are. */
export async function insertImportedComments(db: Database, comments: ImportedComment[]): Promise<string[]> {
  if (comments.length === 0) return []
  const inserted = await db
    .insertInto('comments')
    .values(comments.map(toRow))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('image_id')
    .execute()
  return inserted.map((comment) => comment.image_id)
}
