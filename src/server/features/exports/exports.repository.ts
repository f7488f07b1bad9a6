import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { findNotifications } from '#server/features/activity/notification-settings.repository.ts'
import { guestColumns, withoutHistory } from '#server/features/images/image-rows.ts'
import { isAdder, isLive } from '#server/features/images/live-images.repository.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { newerThan } from '#server/platform/database/search-in-batches.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import {
  type AccountExport,
  toAccount,
  toChoice,
  toCollaborator,
  toComment,
  toExport,
  toImage,
  toInvitation,
} from './export-rows.ts'

export const createExportRepository = (db: Database) => withTransactions(db, bind)
export type ExportRepository = ReturnType<typeof createExportRepository>

/** An image's place in the gallery. */
type Place = { sectionPosition: number; position: number; _id: string }

function bind(db: Database) {
  /** Exports of disabled accounts can't be downloaded. */
  const open = (now: string) =>
    db
      .selectFrom('exports')
      .innerJoin('users', 'users.id', 'exports.user_id')
      .selectAll('exports')
      .where('exports.expires_at', '>', now)
      .where('users.disabled_at', 'is', null)

  /** The page is a subquery, because PostgreSQL might otherwise join and sort all comments of an image each time. */
  const withAuthors = (page: SelectQueryBuilder<Tables, 'comments', Selectable<Tables['comments']>>) =>
    db
      .selectFrom(page.as('comments'))
      .innerJoin('images', 'images.id', 'comments.image_id')
      .leftJoin('users', 'users.id', 'comments.user_id')
      .select(['comments.id', 'comments.image_id', 'comments.user_id', 'comments.content', 'comments.state'])
      .select(['comments.created_at', 'images.user_id as owner_id'])
      .select((eb) => eb.fn.coalesce('users.name', 'comments.guest_name').as('name'))

  return {
    /** The URL of the previous export stops working. */
    async replace({ id, userId, createdAt, expiresAt }: AccountExport) {
      const row = { id, created_at: createdAt, expires_at: expiresAt }
      await db
        .insertInto('exports')
        .values({ ...row, user_id: userId })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
    },

    insertTask: (task: Task) => insertTask(db, task),

    async findOf(userId: string, now: string) {
      const row = await open(now).where('user_id', '=', userId).executeTakeFirst()
      return row && toExport(row)
    },

    async find(id: string, now: string) {
      const row = await open(now).where('exports.id', '=', id).executeTakeFirst()
      return row && toExport(row)
    },

    removeExpired: (now: string) => db.deleteFrom('exports').where('expires_at', '<=', now).execute(),

    async findAccount(userId: string) {
      const [row, notifications, keys, passkeys, identities, hooks, people, domain] = await Promise.all([
        db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
        findNotifications(db, userId),
        db.selectFrom('api_keys').select(['name', 'created_at']).where('user_id', '=', userId).execute(),
        db.selectFrom('passkeys').select(['name', 'created_at']).where('user_id', '=', userId).execute(),
        db.selectFrom('identities').select(['name', 'created_at']).where('user_id', '=', userId).execute(),
        db.selectFrom('webhooks').select(['url', 'created_at']).where('user_id', '=', userId).execute(),
        db.selectFrom('collaborators').selectAll().where('owner_id', '=', userId).orderBy('invited_at').execute(),
        db.selectFrom('domains').select('host').where('user_id', '=', userId).executeTakeFirst(),
      ])
      const webhooks = hooks.map(({ url, created_at }) => ({ name: new URL(url).host, created_at }))
      const account = row && toAccount(row, notifications, { keys, passkeys, identities, webhooks })
      return (
        account && {
          ...account,
          ...(people.length > 0 && { collaborators: people.map(toCollaborator) }),
          ...(domain && { domain: domain.host }),
        }
      )
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

    listSections: (linkId: string) =>
      db
        .selectFrom('sections')
        .select(['id as _id', 'title', 'text', 'anchor'])
        .where('link_id', '=', linkId)
        .orderBy('position')
        .orderBy('id')
        .execute(),

    async listImages(linkId: string, after: Place | undefined, limit: number) {
      const place = after && sql`${after.sectionPosition}, ${after.position}, ${after._id}`
      const rows = await db
        .selectFrom('images')
        .leftJoin('guests', 'guests.id', 'images.guest_id')
        .leftJoin('users as adders', (join) => join.on(isAdder))
        .selectAll('images')
        .select(guestColumns)
        .where('images.link_id', '=', linkId)
        .where(isLive)
        .$if(place !== undefined, (query) =>
          query.where(sql<SqlBool>`(images.section_position, images.position, images.id) > (${place})`),
        )
        .orderBy('images.section_position')
        .orderBy('images.position')
        .orderBy('images.id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        image: toImage(row, 'shown'),
        place: { sectionPosition: row.section_position, position: row.position, _id: row.id },
      }))
    },

    async listWaitingImages(linkId: string, after: Cursor | undefined, limit: number) {
      const rows = await db
        .selectFrom('waiting_images')
        .innerJoin('guests', 'guests.id', 'waiting_images.guest_id')
        .leftJoin('users as adders', 'adders.id', 'guests.user_id')
        .selectAll('waiting_images')
        .select(guestColumns)
        .where('waiting_images.link_id', '=', linkId)
        .$if(after !== undefined, (query) => query.where(newerThan('waiting_images', after as Cursor)))
        .orderBy('waiting_images.created_at')
        .orderBy('waiting_images.id')
        .limit(limit)
        .execute()
      return rows.map((row) => toImage(withoutHistory(row), 'waiting'))
    },

    /** The order is undefined. */
    async listSomeComments(imageIds: string[], limit: number) {
      if (imageIds.length === 0) return []
      const page = db.selectFrom('comments').selectAll().where('image_id', 'in', imageIds).limit(limit)
      return (await withAuthors(page).execute()).map(toComment)
    },

    async listComments(imageId: string, after: Cursor | undefined, limit: number) {
      const page = db
        .selectFrom('comments')
        .selectAll()
        .where('image_id', '=', imageId)
        .$if(after !== undefined, (query) => query.where(newerThan('comments', after as Cursor)))
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
      const rows = await withAuthors(page).orderBy('comments.created_at').orderBy('comments.id').execute()
      return rows.map(toComment)
    },

    async listChoices(linkId: string, after: Cursor | undefined, limit: number) {
      const page = db
        .selectFrom('choices')
        .selectAll()
        .where('link_id', '=', linkId)
        .$if(after !== undefined, (query) => query.where(newerThan('choices', after as Cursor)))
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
      const rows = await db
        .selectFrom(page.as('choices'))
        .leftJoin('guests', 'guests.id', 'choices.guest_id')
        .leftJoin('invitations', 'invitations.id', 'guests.invitation_id')
        .leftJoin('users', 'users.id', 'choices.user_id')
        .selectAll('choices')
        .select(['guests.name as guest_name', 'guests.email as guest_email'])
        .select(['invitations.name as invitation_name', 'users.name as user_name'])
        .orderBy('choices.created_at')
        .orderBy('choices.id')
        .execute()
      return rows.map((row) => ({ id: row.id, choice: toChoice(row) }))
    },

    async listChoiceImages(choiceIds: string[], afterPosition: number, limit: number) {
      if (choiceIds.length === 0) return []
      const rows = await db
        .selectFrom('choice_images')
        .innerJoin('images', 'images.id', 'choice_images.image_id')
        .select(['choice_images.choice_id', 'choice_images.image_id', 'choice_images.note', 'images.position'])
        .where('choice_images.choice_id', 'in', choiceIds)
        .where('images.position', '>', afterPosition)
        .where(isLive)
        .orderBy('images.position')
        .limit(limit)
        .execute()
      return rows.map(({ choice_id, image_id, note, position }) => ({
        choiceId: choice_id,
        position,
        image: { imageId: image_id, note },
      }))
    },

    async listCommentsElsewhere(userId: string, after: Cursor | undefined, limit: number) {
      const rows = await db
        .selectFrom('comments')
        .innerJoin('images', 'images.id', 'comments.image_id')
        .select(['comments.id', 'comments.content', 'comments.created_at'])
        .where('comments.user_id', '=', userId)
        .where('images.user_id', '!=', userId)
        .where(isLive)
        .$if(after !== undefined, (query) => query.where(newerThan('comments', after as Cursor)))
        .orderBy('comments.created_at')
        .orderBy('comments.id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ id: row.id, comment: { content: row.content, createdAt: row.created_at } }))
    },
  }
}
