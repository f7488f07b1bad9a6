import type { Database } from '#server/platform/database/database.ts'
import type { TaskRow } from '#server/platform/database/schema.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import {
  type AccountExport,
  toAccount,
  toChoice,
  toComment,
  toExport,
  toImage,
  toInvitation,
  toLink,
} from './export-rows.ts'

export const createExportRepository = (db: Database) => withTransactions(db, bind)
export type ExportRepository = ReturnType<typeof createExportRepository>

function bind(db: Database) {
  return {
    /** In place of the one before, whose address is over with it. */
    async replace({ id, userId, createdAt, expiresAt }: AccountExport) {
      const row = { id, created_at: createdAt, expires_at: expiresAt }
      await db
        .insertInto('exports')
        .values({ ...row, user_id: userId })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
    },

    insertTask: (task: TaskRow) => db.insertInto('tasks').values(task).execute(),

    async findOf(userId: string, now: string) {
      const row = await db
        .selectFrom('exports')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && toExport(row)
    },

    async find(id: string, now: string) {
      const row = await db
        .selectFrom('exports')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && toExport(row)
    },

    removeOver: (now: string) => db.deleteFrom('exports').where('expires_at', '<=', now).execute(),

    async findAccount(userId: string) {
      const [row, settings] = await Promise.all([
        db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
        db.selectFrom('notification_settings').selectAll().where('user_id', '=', userId).executeTakeFirst(),
      ])
      return row && toAccount(row, settings)
    },

    async listLinks(userId: string) {
      const rows = await db
        .selectFrom('links')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ ...toLink(row), coverImageId: row.cover_image_id }))
    },

    async listInvitations(linkId: string) {
      const rows = await db
        .selectFrom('invitations')
        .selectAll()
        .where('link_id', '=', linkId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toInvitation)
    },

    /** In their order in the gallery. */
    async listImages(linkId: string) {
      const rows = await db.selectFrom('images').selectAll().where('link_id', '=', linkId).orderBy('position').execute()
      return rows.map(toImage)
    },

    async listComments(linkId: string) {
      const rows = await db
        .selectFrom('comments')
        .innerJoin('images', 'images.id', 'comments.image_id')
        .leftJoin('users', 'users.id', 'comments.user_id')
        .select(['comments.image_id', 'comments.user_id', 'comments.content', 'comments.state', 'comments.created_at'])
        .select('images.user_id as owner_id')
        .select((eb) => eb.fn.coalesce('users.name', 'comments.guest_name').as('name'))
        .where('images.link_id', '=', linkId)
        .orderBy('comments.created_at')
        .orderBy('comments.id')
        .execute()
      return rows.map(toComment)
    },

    async listChoices(linkId: string) {
      const [choices, images] = await Promise.all([
        db
          .selectFrom('choices')
          .leftJoin('guests', 'guests.id', 'choices.guest_id')
          .leftJoin('invitations', 'invitations.id', 'guests.invitation_id')
          .leftJoin('users', 'users.id', 'choices.user_id')
          .selectAll('choices')
          .select(['guests.name as guest_name', 'guests.email as guest_email'])
          .select(['invitations.name as invitation_name', 'users.name as user_name'])
          .where('choices.link_id', '=', linkId)
          .orderBy('choices.created_at')
          .orderBy('choices.id')
          .execute(),
        db
          .selectFrom('choice_images')
          .innerJoin('choices', 'choices.id', 'choice_images.choice_id')
          .innerJoin('images', 'images.id', 'choice_images.image_id')
          .select(['choice_images.choice_id', 'choice_images.image_id', 'choice_images.note'])
          .where('choices.link_id', '=', linkId)
          .orderBy('images.position')
          .execute(),
      ])
      const chosen = Map.groupBy(images, (row) => row.choice_id)
      return choices.map((row) => ({
        ...toChoice(row),
        images: (chosen.get(row.id) ?? []).map(({ image_id: imageId, note }) => ({ imageId, note })),
      }))
    },

    async listCommentsElsewhere(userId: string) {
      const rows = await db
        .selectFrom('comments')
        .innerJoin('images', 'images.id', 'comments.image_id')
        .select(['comments.content', 'comments.created_at'])
        .where('comments.user_id', '=', userId)
        .where('images.user_id', '!=', userId)
        .orderBy('comments.created_at')
        .orderBy('comments.id')
        .execute()
      return rows.map((row) => ({ content: row.content, createdAt: row.created_at }))
    },
  }
}
