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
  /** Called when a user's plan may have changed: their pages may show it. */
  onChange: (userId: string) => Promise<void>
}

/** What made us ask: a subscription that a request or an event named, and that event. */
type Hint = { subscriptionId?: string | undefined; event?: PaymentEvent }

/** A try fails only where another node's write came in between, so as many of those would have to. */
const maxTries = 50

/**
 * Settles what a user has paid for: reconciles our facts with what the provider has now.
 *
 * Calls for one user may run at once and read the provider at different times, so an older reading could be written last.
 * On one node a batched single-flight rules that out. Between nodes it is optimistic locking: a write succeeds only on the
 * version that was seen before the provider was read, else it is read and tried again. So each write that succeeds holds
 * what was read after the write before it, and when a call returns, our facts are at least as new as its beginning. An event
 * comes after the change it tells of: when all are handled, in whatever order and number, the facts hold them all. A write
 * that changes nothing counts the version up too: left out, an older reading could still be written over it. No lock is
 * held while the provider is asked: on SQLite it would block every other write.
 */
export function createSettlementService({ subscriptions, payments, cancellations, clock, onChange }: Dependencies) {
  async function readFor(userId: string, before: VersionedFacts, hints: Hint[]) {
    const ids = [before.subscriptionId, ...hints.map((hint) => hint.subscriptionId)].filter((id) => id != null)
    const found = await Promise.all([...new Set(ids)].map((id) => payments.findSubscription(id)))
    return found.filter((each) => each !== undefined).filter((each) => (each.userId ?? userId) === userId)
  }

  /** The facts, once written; undefined when another write came in between. */
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
    if (isWritten && (facts.planId !== before.planId || facts.status !== before.status)) await onChange(userId)
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
    throw new PaymentProviderDown('Other nodes kept changing the facts')
  })

  return {
    /** undefined when there is no such user, or no longer. */
    settle: (userId: string, hint: Hint = {}) => join(userId, hint),

    /** An event about no user of ours. If we sold the subscription, to an account closed since, it is canceled. */
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

/** Of several that run at once the best plan is kept, of equal ones the one that we have, else the first. */
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
