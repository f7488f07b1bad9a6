import { sql } from 'kysely'
import { addLinks, countOwnLinks } from '#server/features/accounts/link-limits.repository.ts'
import { lockUsage } from '#server/features/accounts/usage.repository.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { WebhookEvent } from '#shared/webhook-forms.ts'
import type { WebhookRow } from './webhooks.tables.ts'

export type WebhookRecord = {
  id: string
  userId: string
  url: string
  events: WebhookEvent[]
  /** Null means all links. */
  links: string[] | null
  isActive: boolean
  turnedOffBecause: string | null
  createdAt: string
}

const toRecord = (row: WebhookRow & Pick<WebhookRecord, 'links'>): WebhookRecord => ({
  id: row.id,
  userId: row.user_id,
  url: row.url,
  events: row.events.split(' ') as WebhookEvent[],
  links: row.links,
  isActive: row.is_active === 1,
  turnedOffBecause: row.turned_off_because,
  createdAt: row.created_at,
})

export const createWebhookRepository = (db: Database) => withTransactions(db, bind)
export type WebhookRepository = ReturnType<typeof createWebhookRepository>

export const secretContext = (webhookId: string) => `webhook/${webhookId}`

/** Leaves out old secrets that messages are no longer signed with. */
export const createWebhookSecrets = (db: Database, clock: Clock) => ({
  name: 'webhooks',

  async list(after: string, limit: number) {
    const rows = await db
      .selectFrom('webhooks')
      .select(['id', 'secret', 'old_secret', 'old_secret_until'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
    const now = instantNow(clock)
    return rows.flatMap(({ id, secret, old_secret: oldSecret, old_secret_until: until }) => {
      const encrypted = [secret, ...(oldSecret !== null && until !== null && until > now ? [oldSecret] : [])]
      return encrypted.map((text) => ({ id, encrypted: text, context: secretContext(id) }))
    })
  },

  async replace(id: string, { from, to }: { from: string; to: string }) {
    for (const column of ['secret', 'old_secret'] as const) {
      await db
        .updateTable('webhooks')
        .set({ [column]: to })
        .where('id', '=', id)
        .where(column, '=', from)
        .execute()
    }
  },
})

/** Messages that wait are given up, but can be sent again by hand. */
export const cancelWaiting = (db: Database, webhookId: string) =>
  db
    .updateTable('webhook_deliveries')
    .set({ next_try_at: null, error: sql<string>`coalesce(error, 'Not sent, because the webhook was turned off.')` })
    .where('webhook_id', '=', webhookId)
    .where('next_try_at', 'is not', null)
    .execute()

function bind(db: Database) {
  const findLinks = (ids: string[]) =>
    db
      .selectFrom('webhook_links')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_links.webhook_id')
      .innerJoin('links', 'links.id', 'webhook_links.link_id')
      .select(['webhook_id as id', 'link_id'])
      .whereRef('links.user_id', '=', 'webhooks.user_id')
      .where('webhook_id', 'in', ids)
      .orderBy('link_id')
      .execute()

  const toRecords = async (rows: WebhookRow[]) => (await addLinks(rows, findLinks)).map(toRecord)

  async function insertLinks(webhookId: string, links: string[] | null) {
    const rows = (links ?? []).map((linkId) => ({ webhook_id: webhookId, link_id: linkId }))
    if (rows.length > 0) await db.insertInto('webhook_links').values(rows).execute()
  }

  return {
    /** Changes of webhooks wait for each other, and for changes that call them. */
    lock: (userId: string) => lockUsage(db, userId),

    async list(userId: string) {
      const rows = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return toRecords(rows)
    },

    async find(userId: string, id: string) {
      const row = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row && (await toRecords([row]))[0]
    },

    async count(userId: string) {
      const { count } = await db
        .selectFrom('webhooks')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    countOwnLinks: (userId: string, linkIds: string[]) => countOwnLinks(db, userId, linkIds),

    async insert(webhook: WebhookRecord, secret: string) {
      await db
        .insertInto('webhooks')
        .values({
          id: webhook.id,
          user_id: webhook.userId,
          url: webhook.url,
          events: webhook.events.join(' '),
          all_links: Number(webhook.links === null),
          is_active: Number(webhook.isActive),
          turned_off_because: webhook.turnedOffBecause,
          secret,
          old_secret: null,
          old_secret_until: null,
          busy_until: null,
          created_at: webhook.createdAt,
        })
        .execute()
      await insertLinks(webhook.id, webhook.links)
    },

    async update(webhook: WebhookRecord) {
      await db
        .updateTable('webhooks')
        .set({
          url: webhook.url,
          events: webhook.events.join(' '),
          all_links: Number(webhook.links === null),
          is_active: Number(webhook.isActive),
          turned_off_because: webhook.turnedOffBecause,
        })
        .where('id', '=', webhook.id)
        .execute()
      await db.deleteFrom('webhook_links').where('webhook_id', '=', webhook.id).execute()
      await insertLinks(webhook.id, webhook.links)
    },

    updateSecret: (id: string, secret: string, oldSecretUntil: string) =>
      db
        .updateTable('webhooks')
        .set((eb) => ({ secret, old_secret: eb.ref('secret'), old_secret_until: oldSecretUntil }))
        .where('id', '=', id)
        .execute(),

    async remove(userId: string, id: string) {
      const removed = db.deleteFrom('webhooks').where('id', '=', id).where('user_id', '=', userId)
      return (await removed.executeTakeFirstOrThrow()).numDeletedRows > 0n
    },

    cancelWaiting: (id: string) => cancelWaiting(db, id),
  }
}
