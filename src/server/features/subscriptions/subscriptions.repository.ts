import { sql } from 'kysely'
import { toLimit, type UserRow } from '#server/features/accounts/accounts.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { PaymentMode } from '#shared/config.ts'
import type { Limits, PaidPlanId, PlanId } from '#shared/plans.ts'
import type { SubscriptionRow } from './subscriptions.tables.ts'

/** A user's subscription as last reported by the provider. */
export type Facts = {
  customerId: string | null
  subscriptionId: string | null
  planId: PaidPlanId | null
  status: 'active' | 'past_due' | 'ended'
  currentPeriodEnd: string | null
  cancelAtPeriodEnd: boolean
}
export type VersionedFacts = Facts & { version: number }

type Grant = { planId: PlanId | undefined; limits: Partial<Limits> }

export type PlanSources = { facts: VersionedFacts | undefined; grant: Grant }

const nothing: PlanSources = { facts: undefined, grant: { planId: undefined, limits: {} } }

type GrantColumns = Pick<UserRow, 'granted_plan' | 'link_limit' | 'image_limit' | 'storage_limit_gb'>

const toGrant = (row: GrantColumns): Grant => ({
  planId: (row.granted_plan as PlanId | null) ?? undefined,
  limits: {
    ...(row.link_limit !== null && { linkLimit: toLimit(row.link_limit) }),
    ...(row.image_limit !== null && { imageLimit: toLimit(row.image_limit) }),
    ...(row.storage_limit_gb !== null && { storageLimitGb: toLimit(row.storage_limit_gb) }),
  },
})

const toFacts = (row: SubscriptionRow): VersionedFacts => ({
  customerId: row.customer_id,
  subscriptionId: row.subscription_id,
  planId: row.plan as PaidPlanId | null,
  status: row.status as Facts['status'],
  currentPeriodEnd: row.current_period_end,
  cancelAtPeriodEnd: row.cancel_at_period_end === 1,
  version: row.version,
})

/** Each provider has separate rows, so purchases from the sandbox checkout don't count once real payments are on. */
export const createSubscriptionRepository = (db: Database, provider: PaymentMode) =>
  withTransactions(db, (bound) => bind(bound, provider))
export type SubscriptionRepository = ReturnType<typeof createSubscriptionRepository>

function bind(db: Database, provider: PaymentMode) {
  const rows = () => db.selectFrom('subscriptions').where('provider', '=', provider)

  const find = async (userId: string) => {
    const row = await rows().selectAll().where('user_id', '=', userId).executeTakeFirst()
    return row && toFacts(row)
  }

  async function findAllPlanSources(userIds: string[]) {
    if (userIds.length === 0) return new Map<string, PlanSources>()
    const users = await db
      .selectFrom('users')
      .select(['id', 'granted_plan', 'link_limit', 'image_limit', 'storage_limit_gb'])
      .where('id', 'in', userIds)
      .execute()
    const sold = await rows().selectAll().where('user_id', 'in', userIds).execute()
    const facts = new Map(sold.map((row) => [row.user_id, toFacts(row)]))
    return new Map(users.map((row) => [row.id, { facts: facts.get(row.id), grant: toGrant(row) }]))
  }

  return {
    find,

    findAllPlanSources,
    findPlanSources: async (userId: string): Promise<PlanSources> =>
      (await findAllPlanSources([userId])).get(userId) ?? nothing,

    /** Creates an empty row if there's none. Returns undefined if the user doesn't exist or was deleted. */
    async open(userId: string, now: string) {
      const found = await find(userId)
      if (found) return found
      await sql`
        insert into subscriptions (user_id, provider, status, updated_at)
        select id, ${provider}, 'ended', ${now} from users where id = ${userId} and removed_at is null
        on conflict do nothing`.execute(db)
      return find(userId)
    },

    /** Optimistic locking: writes nothing and returns false if `version` is outdated. */
    async write(userId: string, version: number, facts: Facts, now: string) {
      const result = await db
        .updateTable('subscriptions')
        .set({
          customer_id: facts.customerId,
          subscription_id: facts.subscriptionId,
          plan: facts.planId,
          status: facts.status,
          current_period_end: facts.currentPeriodEnd,
          cancel_at_period_end: Number(facts.cancelAtPeriodEnd),
          version: version + 1,
          updated_at: now,
        })
        .where('user_id', '=', userId)
        .where('provider', '=', provider)
        .where('version', '=', version)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    async findOwner(subscriptionId: string) {
      const row = await rows().select('user_id').where('subscription_id', '=', subscriptionId).executeTakeFirst()
      return row?.user_id
    },

    async listOverdue(now: string, limit: number) {
      const found = await rows()
        .select('user_id')
        .where('current_period_end', '<=', now)
        .where('status', '!=', 'ended')
        .orderBy('current_period_end')
        .limit(limit)
        .execute()
      return found.map((row) => row.user_id)
    },

    async findUsage(userId: string) {
      const row = await db
        .selectFrom('usage')
        .select(['links', 'images', 'bytes'])
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return { links: row?.links ?? 0, images: row?.images ?? 0, bytes: Number(row?.bytes ?? 0) }
    },

    async hasEvent(id: string) {
      return (await db.selectFrom('payment_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    },

    insertEvent: (event: { id: string; type: string }, now: string) =>
      db
        .insertInto('payment_events')
        .values({ id: event.id, type: event.type, handled_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute(),

    insertCheckout: (id: string, userId: string, now: string) =>
      db.insertInto('checkouts').values({ id, user_id: userId, created_at: now }).execute(),

    /** Returns false if the checkout was already removed or wasn't created here. */
    async removeCheckout(id: string) {
      const result = await db.deleteFrom('checkouts').where('id', '=', id).executeTakeFirstOrThrow()
      return result.numDeletedRows > 0n
    },

    insertTask: (task: Task) => insertTask(db, task),

    async removeOld(eventsBefore: string, checkoutsBefore: string) {
      await db.deleteFrom('payment_events').where('handled_at', '<', eventsBefore).execute()
      await db.deleteFrom('checkouts').where('created_at', '<', checkoutsBefore).execute()
    },
  }
}
