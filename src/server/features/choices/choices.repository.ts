import type { Database } from '#server/platform/database/database.ts'
import {
  insertEvent,
  type PreparedEvent,
  removeEventsOfChoice,
  settleEventsOfChoice,
} from '#server/platform/database/events.ts'
import { lockUsage } from '#server/platform/database/lock-usage.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { SentChoice } from '#shared/choice-forms.ts'
import { type Chooser, type ChosenImage, toChoice } from './choice-rows.ts'

export const createChoiceRepository = (db: Database) => withTransactions(db, bind)
export type ChoiceRepository = ReturnType<typeof createChoiceRepository>

function bind(db: Database) {
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

    /** The newest first. */
    async list(linkId: string) {
      const rows = await withNames()
        .where('choices.link_id', '=', linkId)
        .orderBy('choices.created_at', 'desc')
        .orderBy('choices.id', 'desc')
        .execute()
      return rows.map(toChoice)
    },

    /** What each of them holds, in gallery order. */
    async listImages(choiceIds: string[]): Promise<ChosenImage[]> {
      if (choiceIds.length === 0) return []
      return db
        .selectFrom('choice_images')
        .innerJoin('choices', 'choices.id', 'choice_images.choice_id')
        .innerJoin('images', (join) =>
          join.onRef('images.id', '=', 'choice_images.image_id').onRef('images.link_id', '=', 'choices.link_id'),
        )
        .select(['choice_images.choice_id as choiceId', 'choice_images.image_id as imageId', 'choice_images.note'])
        .select(['images.file_name as fileName', 'images.title'])
        .where('choice_images.choice_id', 'in', choiceIds)
        .orderBy('images.position')
        .orderBy('images.id')
        .orderBy('choices.created_at')
        .orderBy('choices.id')
        .execute()
    },

    /** One for each of them, however many begin at once. */
    insertUnlessThere: (id: string, linkId: string, chooser: Chooser, now: string) =>
      db
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
        .execute(),

    /** Whoever else changes it waits until we are done, and then sees what we wrote. */
    lock: (id: string) =>
      db
        .updateTable('choices')
        .set((eb) => ({ is_sent: eb.ref('is_sent') }))
        .where('id', '=', id)
        .returning('is_sent')
        .executeTakeFirst(),

    updateChanged: (id: string, now: string) =>
      db.updateTable('choices').set({ updated_at: now }).where('id', '=', id).execute(),

    /** false when the picture is not in this link any more. */
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
            .where('images.id', '=', imageId),
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
    /** Nothing about it waits for the owner any more. */
    settleEvents: (id: string) => settleEventsOfChoice(db, id),
    removeEvents: (id: string) => removeEventsOfChoice(db, id),

    remove: (id: string) => db.deleteFrom('choices').where('id', '=', id).execute(),
  }
}
