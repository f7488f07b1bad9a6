import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { createBatchedSingleFlight } from '#server/platform/concurrency/batched-single-flight.ts'
import {
  type PaymentEvent,
  PaymentProviderDown,
  type Payments,
  type ProviderSubscription,
} from '#server/platform/payments/payments.ts'
import { plans } from '#shared/plans.ts'
import type { CancellationService } from './cancellations.service.ts'
import type { Facts, SubscriptionRepository, VersionedFacts } from './subscriptions.repository.ts'

type Dependencies = {
  subscriptions: SubscriptionRepository
  payments: Payments
  cancellations: CancellationService
  clock: Clock
  invalidation: Invalidation
}

/** The subscription that a request or an event refers to, and the event. */
type Hint = { subscriptionId?: string | undefined; event?: PaymentEvent }

/** A try is repeated only if another node wrote at the same time, so this limit should never be reached. */
const maxTries = 50

/**
 * Reconciles our record of a user's subscription with the provider's current state.
 *
 * Concurrent calls for one user may read the provider at different times, so an older reading could be written last.
 * Within a node, a batched single-flight prevents this. Between nodes, optimistic locking prevents it: a write only
 * succeeds if the version hasn't changed since before the provider was read. Otherwise, the read and the write are
 * repeated. Each successful write therefore contains a reading made after the previous write, and when a call returns,
 * our record is at least as new as the start of the call. The provider sends each event after the change it reports.
 * Once all events are handled, in any order and any number of times, the record includes all changes.
 *
 * A write that changes nothing also increments the version, because an older reading could otherwise overwrite it. No
 * lock is held while the provider is called, because on SQLite it would block every other write.
 */
export function createSettlementService({ subscriptions, payments, cancellations, invalidation, clock }: Dependencies) {
  async function readFor(userId: string, before: VersionedFacts, hints: Hint[]) {
    const ids = [before.subscriptionId, ...hints.map((hint) => hint.subscriptionId)].filter((id) => id != null)
    const found = await Promise.all([...new Set(ids)].map((id) => payments.findSubscription(id)))
    return found.filter((each) => each !== undefined).filter((each) => (each.userId ?? userId) === userId)
  }

  /** Returns undefined if another node has written in the meantime. */
  async function tryOnce(userId: string, before: VersionedFacts, hints: Hint[]) {
    const found = await readFor(userId, before, hints)
    const { kept, surplus } = choose(found, before.subscriptionId)
    const facts = kept ? factsOf(kept) : { ...before, status: 'ended' as const }
    const isWritten = await subscriptions.transaction(async (tx) => {
      const now = instantNow(clock)
      if (!(await tx.write(userId, before.version, facts, now))) return false
      for (const { event } of hints) if (event) await tx.insertEvent(event, now)
      for (const { id } of surplus) await tx.insertTask(cancellations.ofSurplus(id))
      for (const { checkoutId } of found) if (checkoutId) await tx.removeCheckout(checkoutId)
      return true
    })
    if (isWritten && surplus.length > 0) cancellations.nudge()
    const isPlanChanged = facts.planId !== before.planId || facts.status !== before.status
    // A user's pages depend on their plan.
    if (isWritten && isPlanChanged) await invalidation.invalidateOwner(userId)
    return isWritten ? facts : undefined
  }

  const join = createBatchedSingleFlight(async (userId: string, hints: Hint[]): Promise<Facts | undefined> => {
    for (let tries = 0; tries < maxTries; tries++) {
      const before = await subscriptions.open(userId, instantNow(clock))
      if (!before) return undefined
      if (!before.subscriptionId && hints.every((hint) => !hint.subscriptionId && !hint.event)) return before
      const facts = await tryOnce(userId, before, hints)
      if (facts) return facts
    }
    throw new PaymentProviderDown('Other nodes kept changing the subscription')
  })

  return {
    /** Returns undefined if the user doesn't exist or was deleted. */
    settle: (userId: string, hint: Hint = {}) => join(userId, hint),

    /**
     * Handles an event that isn't about any of our users. If we sold the subscription to an account that has since been
     * closed, the subscription is canceled and refunded.
     */
    async dismiss(event: PaymentEvent, subscription: ProviderSubscription | undefined) {
      await subscriptions.transaction(async (tx) => {
        await tx.insertEvent(event, instantNow(clock))
        if (!subscription?.checkoutId || subscription.status === 'ended') return
        if (await tx.removeCheckout(subscription.checkoutId))
          await tx.insertTask(cancellations.ofSurplus(subscription.id))
      })
      cancellations.nudge()
    },
  }
}
export type SettlementService = ReturnType<typeof createSettlementService>

const factsOf = (subscription: ProviderSubscription): Facts => ({
  customerId: subscription.customerId,
  subscriptionId: subscription.id,
  planId: subscription.planId,
  status: subscription.status,
  currentPeriodEnd: subscription.currentPeriodEnd,
  cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
})

/** Of several running subscriptions, keeps the most expensive plan, then the current one, then the oldest. */
function choose(found: ProviderSubscription[], presentId: string | null) {
  const running = found.filter((each) => each.status !== 'ended')
  running.sort(
    (a, b) =>
      plans[b.planId].price - plans[a.planId].price ||
      Number(b.id === presentId) - Number(a.id === presentId) ||
      a.createdAt.localeCompare(b.createdAt) ||
      a.id.localeCompare(b.id),
  )
  const [kept = found.find((each) => each.id === presentId) ?? found[0], ...surplus] = running
  return { kept, surplus }
}
