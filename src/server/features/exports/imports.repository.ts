import type { CommentRow } from '#server/features/comments/comments.tables.ts'
import { countWithin } from '#server/platform/database/bounded-counts.ts'
import type { ChoiceRow } from '#server/platform/database/choice-schema.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockUsage } from '#server/platform/database/lock-usage.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
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

/** `commented` has one image ID per new comment. */
type Inserted = { guests: number; choices: number; commented: string[] }

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

/** All inserts are idempotent, because IDs are derived from the imported data. */
function bind(db: Database) {
  return {
    lockUsage: (userId: string) => lockUsage(db, userId),

    async hasLink(id: string) {
      return (await db.selectFrom('links').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    },

    async listImageIds(linkId: string, ids: string[]) {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('images')
        .select('id')
        .where('link_id', '=', linkId)
        .where('id', 'in', ids)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Returns the number of new guests. */
    async insertGuests(linkId: string, guests: ImportedGuest[]) {
      if (guests.length === 0) return 0
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
      return made.length
    },

    /** Returns the image ID of each new comment. */
    async insertComments(comments: NewComment[]): Promise<string[]> {
      if (comments.length === 0) return []
      const made = await db
        .insertInto('comments')
        .values(comments.map(toCommentRow))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('image_id')
        .execute()
      return made.map((comment) => comment.image_id)
    },

    /** Returns the numbers of new lists and new favorites. */
    async insertChoices(linkId: string, choices: NewChoice[]) {
      if (choices.length === 0) return { choices: 0, images: 0 }
      const made = await db
        .insertInto('choices')
        .values(choices.map((choice) => toChoiceRow(linkId, choice)))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow()
      const rows = choices.flatMap(({ id, images }) =>
        images.map(({ imageId, note }) => ({ choice_id: id, image_id: imageId, note })),
      )
      const counts = { choices: Number(made.numInsertedOrUpdatedRows), images: 0 }
      if (rows.length === 0) return counts
      const chosen = await db
        .insertInto('choice_images')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['choice_id', 'image_id']).doNothing())
        .executeTakeFirstOrThrow()
      return { ...counts, images: Number(chosen.numInsertedOrUpdatedRows) }
    },

    /** Adds to the counters of the link and its images. Returns false if one would exceed its limit. */
    async countInserted(linkId: string, { guests, choices, commented }: Inserted) {
      const counted = [
        countWithin(db, 'guests', { of: linkId, count: guests, max: maxGuestsOfLink }),
        countWithin(db, 'choices', { of: linkId, count: choices, max: maxChoicesOfLink }),
        ...[...Map.groupBy(commented, (imageId) => imageId)].map(([of, { length: count }]) =>
          countWithin(db, 'comments', { of, count, max: maxCommentsOfImage }),
        ),
      ]
      return (await Promise.all(counted)).every((isWithin) => isWithin)
    },

    /** Adds to the link's count of imported rows. Returns false if that would exceed `max`. */
    async countImported(linkId: string, rows: number, max: number) {
      const counted = await db
        .insertInto('imports')
        .values({ link_id: linkId, row_count: rows })
        .onConflict((conflict) =>
          conflict
            .column('link_id')
            .doUpdateSet((eb) => ({ row_count: eb('imports.row_count', '+', rows) }))
            .where('imports.row_count', '<=', max - rows),
        )
        .executeTakeFirstOrThrow()
      return Number(counted.numInsertedOrUpdatedRows) > 0
    },
  }
}
