import type { CommentRow } from '#server/platform/database/activity-schema.ts'
import { countWithin } from '#server/platform/database/bounded-counts.ts'
import type { ChoiceRow } from '#server/platform/database/choice-schema.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockUsage } from '#server/platform/database/lock-usage.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import { AppError } from '#shared/errors.ts'
import { maxChoicesOfLink, maxCommentsOfImage, maxGuestsOfLink } from '#shared/limits.ts'

export type ImportedGuest = { id: string; name: string; email: string | null; createdAt: string }

export type NewComment = {
  id: string
  imageId: string
  author: { userId: string } | { guestId: string; name: string }
  content: string
  state: string
  createdAt: string
}

export type NewChoice = {
  id: string
  guestId: string
  name: string
  email: string | null
  message: string
  isSent: boolean
  sentAt: string | null
  createdAt: string
  images: { imageId: string; note: string }[]
}

const toCommentRow = ({ id, imageId, author, content, state, createdAt }: NewComment): CommentRow => ({
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

const toChoiceRow = (linkId: string, choice: NewChoice): ChoiceRow => ({
  id: choice.id,
  link_id: linkId,
  guest_id: choice.guestId,
  user_id: null,
  is_sent: choice.isSent ? 1 : 0,
  sent_at: choice.sentAt,
  asked_at: null,
  name: choice.name || null,
  email: choice.email,
  message: choice.message,
  created_at: choice.createdAt,
  updated_at: choice.sentAt ?? choice.createdAt,
})

export const createImportRepository = (db: Database) => withTransactions(db, bind)
export type ImportRepository = ReturnType<typeof createImportRepository>

/** What is there already stays as it is: its id says that it came before. */
function bind(db: Database) {
  return {
    lockUsage: (userId: string) => lockUsage(db, userId),

    async hasLink(id: string) {
      return (await db.selectFrom('links').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    },

    async listImageIds(linkId: string) {
      const rows = await db.selectFrom('images').select('id').where('link_id', '=', linkId).execute()
      return rows.map(({ id }) => id)
    },

    async insertGuests(linkId: string, guests: ImportedGuest[]) {
      if (guests.length === 0) return
      const rows = guests.map(({ id, name, email, createdAt }) => ({
        id,
        link_id: linkId,
        invitation_id: null,
        name: name || null,
        email,
        created_at: createdAt,
      }))
      const made = await db
        .insertInto('guests')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .execute()
      const count = made.length
      if (!(await countWithin(db, 'guests', { of: linkId, count, max: maxGuestsOfLink }))) throw tooMuch()
    },

    async insertComments(comments: NewComment[]) {
      if (comments.length === 0) return
      const made = await db
        .insertInto('comments')
        .values(comments.map(toCommentRow))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('image_id')
        .execute()
      for (const [of, { length: count }] of Map.groupBy(made, (comment) => comment.image_id)) {
        if (!(await countWithin(db, 'comments', { of, count, max: maxCommentsOfImage }))) throw tooMuch()
      }
    },

    async insertChoice(linkId: string, choice: NewChoice) {
      const made = await db
        .insertInto('choices')
        .values(toChoiceRow(linkId, choice))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow()
      if (!made.numInsertedOrUpdatedRows) return
      if (!(await countWithin(db, 'choices', { of: linkId, max: maxChoicesOfLink }))) throw tooMuch()
      if (choice.images.length === 0) return
      const rows = choice.images.map(({ imageId, note }) => ({ choice_id: choice.id, image_id: imageId, note }))
      await db.insertInto('choice_images').values(rows).execute()
    },
  }
}

const tooMuch = () => new AppError('FORBIDDEN', 'This gallery has as many comments and favorites as it can hold')
