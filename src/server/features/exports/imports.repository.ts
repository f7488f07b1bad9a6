import { countGuests, type ImportedGuest, insertImportedGuests } from '#server/features/access/guests.repository.ts'
import { lockUsage } from '#server/features/accounts/usage.repository.ts'
import { type ImportedChoice, insertImportedChoices } from '#server/features/choices/imported-choices.repository.ts'
import { type ImportedComment, insertImportedComments } from '#server/features/comments/comments.repository.ts'
import { countComments } from '#server/features/images/images.repository.ts'
import { isLive } from '#server/features/images/live-images.repository.ts'
import { countChoices } from '#server/features/links/links.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import { maxChoicesOfLink, maxCommentsOfImage, maxGuestsOfLink } from '#shared/limits.ts'

export type { ImportedChoice, ImportedComment, ImportedGuest }

/** `commented` has one image ID per new comment. */
type Inserted = { guests: number; choices: number; commented: string[] }

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
        .where(isLive)
        .execute()
      return rows.map(({ id }) => id)
    },

    insertGuests: (linkId: string, guests: ImportedGuest[]) => insertImportedGuests(db, linkId, guests),
    insertComments: (comments: ImportedComment[]) => insertImportedComments(db, comments),
    insertChoices: (linkId: string, choices: ImportedChoice[]) => insertImportedChoices(db, linkId, choices),

    /** Adds to the counters of the link and its images. Returns false if one would exceed its limit. */
    async countInserted(linkId: string, { guests, choices, commented }: Inserted) {
      const counted = [
        countGuests(db, linkId, { count: guests, max: maxGuestsOfLink }),
        countChoices(db, linkId, { count: choices, max: maxChoicesOfLink }),
        ...[...Map.groupBy(commented, (imageId) => imageId)].map(([imageId, { length: count }]) =>
          countComments(db, imageId, { count, max: maxCommentsOfImage }),
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
