import type { Database } from '#server/platform/database/database.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { PaidPlanId } from '#shared/plans.ts'
import type { SandboxCheckoutRow, SandboxSubscriptionRow } from './subscriptions.tables.ts'

export type SandboxCheckout = {
  id: string
  checkoutId: string
  userId: string
  planId: PaidPlanId
  /** While `confirming`, the bank asks the cardholder to confirm. */
  status: 'open' | 'confirming' | 'paid'
  subscriptionId: string | null
  createdAt: string
}

export type SandboxSubscription = {
  id: string
  checkoutId: string
  userId: string
  planId: PaidPlanId
  /** Null while the subscription renews. */
  endsAt: string | null
  createdAt: string
}

const toCheckout = (row: SandboxCheckoutRow): SandboxCheckout => ({
  id: row.id,
  checkoutId: row.checkout_id,
  userId: row.user_id,
  planId: row.plan as PaidPlanId,
  status: row.status as SandboxCheckout['status'],
  subscriptionId: row.subscription_id,
  createdAt: row.created_at,
})

const toSubscription = (row: SandboxSubscriptionRow): SandboxSubscription => ({
  id: row.id,
  checkoutId: row.checkout_id,
  userId: row.user_id,
  planId: row.plan as PaidPlanId,
  endsAt: row.ends_at,
  createdAt: row.created_at,
})

export const createSandboxPaymentRepository = (db: Database) => withTransactions(db, bind)
export type SandboxPaymentRepository = ReturnType<typeof createSandboxPaymentRepository>

function bind(db: Database) {
  return {
    insertCheckout: ({ id, checkoutId, userId, planId, status, createdAt }: SandboxCheckout) =>
      db
        .insertInto('test_checkouts')
        .values({ id, checkout_id: checkoutId, user_id: userId, plan: planId, status, created_at: createdAt })
        .execute(),

    async findCheckout(id: string) {
      const row = await db.selectFrom('test_checkouts').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toCheckout(row)
    },

    updateCheckout: (id: string, status: 'open' | 'confirming') =>
      db.updateTable('test_checkouts').set({ status }).where('id', '=', id).where('status', '!=', 'paid').execute(),

    /** Returns false if the checkout is already paid, so that only one of two concurrent requests succeeds. */
    async payCheckout(id: string, subscriptionId: string) {
      const result = await db
        .updateTable('test_checkouts')
        .set({ status: 'paid', subscription_id: subscriptionId })
        .where('id', '=', id)
        .where('status', '!=', 'paid')
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    insertSubscription: ({ id, checkoutId, userId, planId, createdAt }: SandboxSubscription) =>
      db
        .insertInto('test_subscriptions')
        .values({ id, checkout_id: checkoutId, user_id: userId, plan: planId, created_at: createdAt })
        .execute(),

    async findSubscription(id: string) {
      const row = await db.selectFrom('test_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toSubscription(row)
    },

    updateSubscription: (id: string, change: { planId?: PaidPlanId; endsAt: string | null }) =>
      db
        .updateTable('test_subscriptions')
        .set({ ends_at: change.endsAt, ...(change.planId && { plan: change.planId }) })
        .where('id', '=', id)
        .execute(),
  }
}
