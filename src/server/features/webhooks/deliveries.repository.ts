import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import { deliveriesKept } from '#shared/limits.ts'
import { cancelWaiting } from './webhooks.repository.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.tables.ts'

/** A message that this node is about to send. `isSlow` is true if the receiver took long the last time. */
export type ClaimedDelivery = { webhook: WebhookRow; delivery: DeliveryRow; isSlow: boolean }

/** `nextTryAt` is null if the message was delivered or given up. */
export type Attempt = {
  status: number | null
  error: string | null
  deliveredAt: string | null
  nextTryAt: string | null
  /** No node calls the webhook before this time. */
  restUntil: string | null
}

export const createDeliveryRepository = (db: Database) => withTransactions(db, bind)
export type DeliveryRepository = ReturnType<typeof createDeliveryRepository>

function bind(db: Database) {
  return {
    list: (webhookId: string) =>
      db
        .selectFrom('webhook_deliveries')
        .select(['id', 'event', 'created_at', 'attempts', 'status', 'error', 'delivered_at'])
        .where('webhook_id', '=', webhookId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(deliveriesKept)
        .execute(),

    insertTest: (id: string, webhookId: string, now: string) =>
      db
        .insertInto('webhook_deliveries')
        .values({
          id,
          webhook_id: webhookId,
          event: 'webhook.test',
          about: null,
          data: '{}',
          images: null,
          image_count: 0,
          attempts: 0,
          status: null,
          error: null,
          next_try_at: now,
          delivered_at: null,
          created_at: now,
        })
        .execute(),

    async makeDue(webhookId: string, id: string, now: string) {
      const { numUpdatedRows } = await db
        .updateTable('webhook_deliveries')
        .set({ next_try_at: now })
        .where('id', '=', id)
        .where('webhook_id', '=', webhookId)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /** Finds a webhook with a message to send that no node is calling. Those of disabled accounts wait. */
    async findDue(now: string, { isSlowAllowed }: { isSlowAllowed: boolean }) {
      const due = await db
        .selectFrom('webhook_deliveries')
        .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
        .innerJoin('users', 'users.id', 'webhooks.user_id')
        .select(['webhook_id', 'busy_until'])
        .where('next_try_at', '<=', now)
        .where((eb) => eb.or([eb('busy_until', 'is', null), ...(isSlowAllowed ? [eb('busy_until', '<=', now)] : [])]))
        .where('users.disabled_at', 'is', null)
        .orderBy('next_try_at')
        .limit(1)
        .executeTakeFirst()
      return due && { id: due.webhook_id, isSlow: due.busy_until !== null }
    },

    /** Returns undefined if another node was faster. */
    takeWebhook: (id: string, now: string, until: string): Promise<WebhookRow | undefined> =>
      db
        .updateTable('webhooks')
        .set({ busy_until: until })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<=', now)]))
        .returningAll()
        .executeTakeFirst(),

    findNext: (webhookId: string, now: string) =>
      db
        .selectFrom('webhook_deliveries')
        .select(['id', 'attempts'])
        .where('webhook_id', '=', webhookId)
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .orderBy('created_at')
        .limit(1)
        .executeTakeFirst(),

    /** Counts the attempt before it's made, so that a message that crashes the node isn't sent forever. */
    takeDelivery: (id: string, nextTryAt: string): Promise<DeliveryRow | undefined> =>
      db
        .updateTable('webhook_deliveries')
        .set((eb) => ({ attempts: eb('attempts', '+', 1), next_try_at: nextTryAt }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),

    release: (webhookId: string, restUntil: string | null) =>
      db.updateTable('webhooks').set({ busy_until: restUntil }).where('id', '=', webhookId).execute(),

    finish: (id: string, { status, error, deliveredAt, nextTryAt }: Attempt) =>
      db
        .updateTable('webhook_deliveries')
        .set({ status, error, delivered_at: deliveredAt, next_try_at: nextTryAt })
        .where('id', '=', id)
        .execute(),

    /** Returns false if it was already off. */
    async turnOff(webhookId: string, because: string) {
      const { numUpdatedRows } = await db
        .updateTable('webhooks')
        .set({ is_active: 0, turned_off_because: because })
        .where('id', '=', webhookId)
        .where('is_active', '=', 1)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) await cancelWaiting(db, webhookId)
      return numUpdatedRows > 0n
    },

    /** Messages that still wait are kept. */
    removeOld: (webhookId: string) =>
      db
        .deleteFrom('webhook_deliveries')
        .where('webhook_id', '=', webhookId)
        .where('next_try_at', 'is', null)
        .where('id', 'not in', (eb) =>
          eb
            .selectFrom('webhook_deliveries')
            .select('id')
            .where('webhook_id', '=', webhookId)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(deliveriesKept),
        )
        .execute(),

    /** Returns undefined if the account is disabled or deleted. */
    findEmail: async (userId: string) =>
      (
        await db
          .selectFrom('users')
          .select('email')
          .where('id', '=', userId)
          .where('disabled_at', 'is', null)
          .executeTakeFirst()
      )?.email,

    insertTask: (task: Task) => insertTask(db, task),
  }
}
