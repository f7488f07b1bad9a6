import type { AccountService } from '#server/features/accounts/accounts.service.ts'
import type { Payments } from '#server/platform/payments/payments.ts'
import { createStripePayments } from '#server/platform/payments/stripe.ts'
import type { Base } from '#server/ports.ts'
import { type CancellationService, createCancellationService } from './cancellations.service.ts'
import { createPaymentEventService } from './payment-events.service.ts'
import { createSandboxPaymentRepository } from './sandbox.repository.ts'
import { createSandboxPayments } from './sandbox.ts'
import { createSandboxCheckoutService } from './sandbox-checkouts.service.ts'
import { createSettlementService } from './settlements.service.ts'
import { createSubscriptionRepository } from './subscriptions.repository.ts'
import { createSubscriptionService } from './subscriptions.service.ts'

/** Returns undefined if payments are off. */
export function composePayments({ config, db, ports: { clock } }: Base): Payments | undefined {
  const { stripe, payments, publicUrl } = config
  if (stripe) return createStripePayments({ ...stripe, publicUrl, clock })
  if (payments !== 'test') return undefined
  return createSandboxPayments({ sandboxPayments: createSandboxPaymentRepository(db), publicUrl, clock })
}

type WithPayments = Base & { paymentProvider: Payments | undefined }

export function composeCancellations({ config, db, ports: { tasks }, paymentProvider: payments }: WithPayments) {
  const provider = config.payments
  return createCancellationService({
    subscriptions: createSubscriptionRepository(db, provider),
    payments,
    provider,
    tasks,
  })
}

type Dependencies = WithPayments & { cancellations: CancellationService; accounts: AccountService }

export function composeSubscriptions({ config, db, ports, paymentProvider, cancellations, accounts }: Dependencies) {
  const { defaultPlan, limits, studioForAll, payments: provider } = config
  const { clock, invalidation } = ports
  const payments = paymentProvider
  const repository = createSubscriptionRepository(db, provider)
  const settlements =
    payments && createSettlementService({ subscriptions: repository, payments, cancellations, invalidation, clock })
  const shop = payments && settlements && { payments, settlements }
  const subscriptions = createSubscriptionService({
    subscriptions: repository,
    accounts,
    shop,
    byDefault: { planId: defaultPlan, limits, studioForAll },
    clock,
  })
  const paymentEvents = createPaymentEventService({ subscriptions: repository, shop })
  const sandboxCheckouts =
    provider === 'test' && settlements
      ? createSandboxCheckoutService({ sandboxPayments: createSandboxPaymentRepository(db), settlements, clock })
      : undefined
  return { subscriptions, paymentEvents, sandboxCheckouts }
}
