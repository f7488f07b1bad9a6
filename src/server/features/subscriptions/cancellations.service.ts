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
 * Cancels subscriptions without an owner: their account was closed, or they were bought twice. Each is a task, written in
 * the transaction that made it needed and retried until the provider has done it.
 */
export function createCancellationService({ subscriptions, payments, provider, tasks }: Dependencies) {
  const cancellationTask = tasks.define<Cancellation>('cancel-subscription', async (cancellation) => {
    if (cancellation.provider !== provider || !payments) {
      // Nothing was ever charged there.
      if (cancellation.provider === 'test') return
      throw new Error(
        `A subscription waits to be canceled: start with PAYMENTS=${cancellation.provider} to have it done`,
      )
    }
    // Of two bought side by side the other may have become the surplus one since.
    if (await subscriptions.findOwner(cancellation.subscriptionId)) return
    await payments.cancelNow(cancellation.subscriptionId, cancellation)
  })

  return {
    /** For an account that is closed: paid is paid, but nothing more is charged. */
    ofClosedAccount: (subscription: { subscriptionId: string; provider: string }) =>
      cancellationTask({ ...subscription, isRefunded: false }),

    /** For one that should not have been sold. */
    ofSurplus: (subscriptionId: string) => cancellationTask({ subscriptionId, provider, isRefunded: true }),

    nudge: tasks.nudge,
  }
}
export type CancellationService = ReturnType<typeof createCancellationService>
