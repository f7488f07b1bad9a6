import type { Tasks } from '#server/platform/database/tasks.ts'
import type { Payments } from '#server/platform/payments/payments.ts'
import type { PaymentMode } from '#shared/config.ts'
import type { SubscriptionRepository } from './subscriptions.repository.ts'

type Dependencies = {
  subscriptions: SubscriptionRepository
  payments: Payments | undefined
  provider: PaymentMode
  tasks: Tasks
}
type Cancellation = { subscriptionId: string; provider: string; isRefunded: boolean }

/**
 * Cancels subscriptions of closed accounts and surplus ones. Each cancellation is a task, which is queued in the
 * transaction that makes it necessary and retried until it succeeds.
 */
export function createCancellationService({ subscriptions, payments, provider, tasks }: Dependencies) {
  const cancellationTask = tasks.define<Cancellation>('cancel-subscription', async (cancellation) => {
    if (cancellation.provider !== provider || !payments) {
      // The test provider never charged anything.
      if (cancellation.provider === 'test') return
      throw new Error(
        `A subscription still has to be canceled: start with PAYMENTS=${cancellation.provider} to do that`,
      )
    }
    // After concurrent purchases, this subscription may have become the one that we keep.
    if (await subscriptions.findOwner(cancellation.subscriptionId)) return
    await payments.cancelNow(cancellation.subscriptionId, cancellation)
  })

  return {
    /** Returns a task that cancels without a refund. */
    ofClosedAccount: (subscription: { subscriptionId: string; provider: string }) =>
      cancellationTask({ ...subscription, isRefunded: false }),

    /** Returns a task that cancels and refunds a subscription we shouldn't have sold. */
    ofSurplus: (subscriptionId: string) => cancellationTask({ subscriptionId, provider, isRefunded: true }),

    nudge: tasks.nudge,
  }
}
export type CancellationService = ReturnType<typeof createCancellationService>
