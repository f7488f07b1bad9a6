import { type Expression, type SqlBool, sql } from 'kysely'
import { lockUsage } from '#server/features/accounts/usage.repository.ts'
import {
  insertEvent,
  type PreparedEvent,
  removeEventsOfChoice,
  settleEventsOfChoice,
} from '#server/features/activity/events.repository.ts'
import { isLive } from '#server/features/images/live-images.repository.ts'
import { countChoices } from '#server/features/links/links.repository.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import { olderThan } from '#server/platform/database/search-in-batches.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { SentChoice } from '#shared/choice-forms.ts'
import { type Chooser, type ChosenImage, type ChosenNote, type ChosenPicture, toChoice } from './choice-rows.ts'

export const createChoiceRepository = (db: Database) => withTransactions(db, bind)
export type ChoiceRepository = ReturnType<typeof createChoiceRepository>

type PictureQuery = { choiceId: string | undefined; after: ChosenPicture | undefined; limit: number }
type NoteQuery = { choiceId: string | undefined; after: string; limit: number }

function bind(db: Database) {
  const imagesOf = (choiceId: Expression<string>) =>
    db.selectFrom('choice_images').select('image_id').where('choice_id', '=', choiceId)

  const liveImagesOf = (choiceId: Expression<string>) =>
    imagesOf(choiceId).innerJoin('images', 'images.id', 'choice_images.image_id').where(isLive)

  const withNames = () =>
    db
      .selectFrom('choices')
      .leftJoin('guests', 'guests.id', 'choices.guest_id')
      .leftJoin('invitations', 'invitations.id', 'guests.invitation_id')
      .leftJoin('users', 'users.id', 'choices.user_id')
      .selectAll('choices')
      .select(['guests.name as guest_name', 'guests.invitation_id'])
      .select(['invitations.name as invitation_name', 'users.name as user_name'])

  return {
    async find(id: string) {
      const row = await withNames().where('choices.id', '=', id).executeTakeFirst()
      return row && toChoice(row)
    },

    async findOwn(linkId: string, chooser: Chooser) {
      const [column, id] =
        'guestId' in chooser ? (['guest_id', chooser.guestId] as const) : (['user_id', chooser.userId] as const)
      const row = await withNames()
        .where('choices.link_id', '=', linkId)
        .where(`choices.${column}`, '=', id)
        .executeTakeFirst()
      return row && toChoice(row)
    },

    async list(linkId: string, after: Cursor | undefined, limit: number) {
      let query = withNames()
        .where('choices.link_id', '=', linkId)
        .where((eb) => eb.or([eb('choices.sent_at', 'is not', null), eb.exists(liveImagesOf(eb.ref('choices.id')))]))
      if (after) query = query.where(olderThan('choices', after))
      const rows = await query
        .orderBy('choices.created_at', 'desc')
        .orderBy('choices.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toChoice)
    },

    /** Counts only images of these sections, unless `sections` is null. */
    async countImages(choiceIds: string[], sections: readonly string[] | null = null) {
      if (choiceIds.length === 0 || sections?.length === 0) return new Map<string, number>()
      const rows = await db
        .selectFrom('choice_images')
        .innerJoin('images', 'images.id', 'choice_images.image_id')
        .select((eb) => ['choice_id', eb.fn.countAll().as('count')])
        .where('choice_id', 'in', choiceIds)
        .where(isLive)
        .$if(sections !== null, (query) => query.where('images.section_id', 'in', sections))
        .groupBy('choice_id')
        .execute()
      return new Map(rows.map((row) => [row.choice_id, Number(row.count)]))
    },

    async listImages(choiceIds: string[]): Promise<ChosenImage[]> {
      if (choiceIds.length === 0) return []
      return db
        .selectFrom('choice_images')
        .innerJoin('images', 'images.id', 'choice_images.image_id')
        .select(['choice_images.choice_id as choiceId', 'choice_images.image_id as imageId', 'choice_images.note'])
        .select('images.section_id as sectionId')
        .where('choice_images.choice_id', 'in', choiceIds)
        .where(isLive)
        .orderBy('images.section_position')
        .orderBy('images.position')
        .orderBy('images.id')
        .execute()
    },

    async hasImage(choiceId: string, imageId: string) {
      const row = await imagesOf(sql.val(choiceId)).where('image_id', '=', imageId).executeTakeFirst()
      return row !== undefined
    },

    async listPictures(linkId: string, { choiceId, after, limit }: PictureQuery): Promise<ChosenPicture[]> {
      const chosen = (note: 'any' | 'noted') =>
        sql<SqlBool>`exists (
          select 1 from choice_images where image_id = images.id
            ${choiceId === undefined ? sql`` : sql`and choice_id = ${choiceId}`}
            ${note === 'noted' ? sql`and note <> ''` : sql``}
        )`
      let query = db
        .selectFrom('images')
        .select(['id as imageId', 'section_position as sectionPosition', 'position', 'file_name as fileName', 'title'])
        .select(sql<number>`case when ${chosen('noted')} then 1 else 0 end`.as('noted'))
        .where('link_id', '=', linkId)
        .where(isLive)
        .where(chosen('any'))
      if (after) {
        const place = sql`${after.sectionPosition}, ${after.position}, ${after.imageId}`
        query = query.where(sql<SqlBool>`(section_position, position, id) > (${place})`)
      }
      const inOrder = query.orderBy('section_position').orderBy('position').orderBy('id')
      const rows = await inOrder.limit(limit).execute()
      return rows.map(({ noted, ...picture }) => ({ ...picture, isNoted: noted === 1 }))
    },

    /** Orders the notes by choice ID, which makes paging cheap. Callers must sort them by age. */
    listNotes: (imageId: string, { choiceId, after, limit }: NoteQuery): Promise<ChosenNote[]> => {
      const query = db
        .selectFrom('choice_images')
        .innerJoin('choices', 'choices.id', 'choice_images.choice_id')
        .leftJoin('guests', 'guests.id', 'choices.guest_id')
        .leftJoin('invitations', 'invitations.id', 'guests.invitation_id')
        .leftJoin('users', 'users.id', 'choices.user_id')
        .select(['choice_images.choice_id as choiceId', 'choice_images.note', 'choices.created_at as createdAt'])
        .select((eb) =>
          eb.fn.coalesce('choices.name', 'guests.name', 'invitations.name', 'users.name', sql.lit('')).as('name'),
        )
        .where('choice_images.image_id', '=', imageId)
        .where('choice_images.note', '<>', sql.lit(''))
      const wanted =
        choiceId === undefined
          ? query.where('choice_images.choice_id', '>', after)
          : query.where('choice_images.choice_id', '=', choiceId)
      return wanted.orderBy('choice_images.choice_id').limit(limit).execute()
    },

    async insertIfMissing(id: string, linkId: string, chooser: Chooser, now: string) {
      const result = await db
        .insertInto('choices')
        .values({
          id,
          link_id: linkId,
          guest_id: 'guestId' in chooser ? chooser.guestId : null,
          user_id: 'userId' in chooser ? chooser.userId : null,
          is_sent: 0,
          sent_at: null,
          asked_at: null,
          name: null,
          email: null,
          message: '',
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    countWithin: (linkId: string, max: number) => countChoices(db, linkId, { max }),

    /** Locks the row with an update that changes nothing, to serialize concurrent changes. */
    lock: (id: string) =>
      db
        .updateTable('choices')
        .set((eb) => ({ is_sent: eb.ref('is_sent') }))
        .where('id', '=', id)
        .returning('is_sent')
        .executeTakeFirst(),

    updateChanged: (id: string, now: string) =>
      db.updateTable('choices').set({ updated_at: now }).where('id', '=', id).execute(),

    /** Returns false if the image isn't in the list's link anymore. */
    async insertImage(choiceId: string, imageId: string, note: string) {
      const result = await db
        .insertInto('choice_images')
        .columns(['choice_id', 'image_id', 'note'])
        .expression((eb) =>
          eb
            .selectFrom('choices')
            .innerJoin('images', 'images.link_id', 'choices.link_id')
            .select(['choices.id as choice_id', 'images.id as image_id', eb.val(note).as('note')])
            .where('choices.id', '=', choiceId)
            .where('images.id', '=', imageId)
            .where(isLive),
        )
        .executeTakeFirstOrThrow()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    updateNote: (choiceId: string, imageId: string, note: string) =>
      db
        .updateTable('choice_images')
        .set({ note })
        .where('choice_id', '=', choiceId)
        .where('image_id', '=', imageId)
        .execute(),

    removeImage: (choiceId: string, imageId: string) =>
      db.deleteFrom('choice_images').where('choice_id', '=', choiceId).where('image_id', '=', imageId).execute(),

    /** Removes images outside these sections, but not those in the trash, because they can be restored. */
    removeHidden: (choiceId: string, sections: readonly string[]) => {
      const isOutside = sql`(section_id is null or section_id not in (${sql.join(sections)}))`
      const hidden = sql`select id from images where id = choice_images.image_id and ${isLive} and ${isOutside}`
      return db
        .deleteFrom('choice_images')
        .where('choice_id', '=', choiceId)
        .where(sql<SqlBool>`exists (${hidden})`)
        .execute()
    },

    /** A list whose images are all in the trash isn't empty, because they can be restored. */
    removeIfEmpty: (id: string) =>
      db
        .deleteFrom('choices')
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .where((eb) => eb.not(eb.exists(imagesOf(sql.val(id)))))
        .execute(),

    updateSent: (id: string, { name, email, message }: SentChoice, now: string) =>
      db
        .updateTable('choices')
        .set({ is_sent: 1, sent_at: now, asked_at: null, name, email, message, updated_at: now })
        .where('id', '=', id)
        .execute(),

    updateAsked: (id: string, now: string) =>
      db.updateTable('choices').set({ asked_at: now }).where('id', '=', id).execute(),

    updateReopened: (id: string, now: string) =>
      db
        .updateTable('choices')
        .set({ is_sent: 0, asked_at: null, updated_at: now })
        .where('id', '=', id)
        .where('is_sent', '=', 1)
        .execute(),

    lockUsage: (userId: string) => lockUsage(db, userId),
    insertEvent: (event: PreparedEvent) => insertEvent(db, event),
    settleEvents: (id: string) => settleEventsOfChoice(db, id),
    removeEvents: (id: string) => removeEventsOfChoice(db, id),

    remove: (id: string) => db.deleteFrom('choices').where('id', '=', id).execute(),
  }
}
