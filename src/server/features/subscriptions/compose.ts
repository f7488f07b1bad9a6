import type { AccountService } from '#server/features/accounts/accounts.service.ts'
import type { Base } from '#server/ports.ts'
import { type CancellationService, createCancellationService } from './cancellations.service.ts'
import { createPaymentEventService } from './payment-events.service.ts'
import { createSandboxCheckoutService } from './sandbox-checkouts.service.ts'
import { createSettlementService } from './settlements.service.ts'
import { createSubscriptionRepository } from './subscriptions.repository.ts'
import { createSubscriptionService } from './subscriptions.service.ts'

export function composeCancellations({ config: { payments: provider }, db, ports: { payments, tasks } }: Base) {
  return createCancellationService({
    subscriptions: createSubscriptionRepository(db, provider),
    payments,
    provider,
    tasks,
  })
}

type Dependencies = Base & { cancellations: CancellationService; accounts: AccountService }

export function composeSubscriptions({ config, db, ports, cancellations, accounts }: Dependencies) {
  const { defaultPlan, limits, payments: provider } = config
  const { clock, payments, sandboxPayments, invalidation } = ports
  const repository = createSubscriptionRepository(db, provider)
  const settlements =
    payments && createSettlementService({ subscriptions: repository, payments, cancellations, invalidation, clock })
  const shop = payments && settlements && { payments, settlements }
  const subscriptions = createSubscriptionService({
    subscriptions: repository,
    accounts,
    shop,
    byDefault: { planId: defaultPlan, limits },
    clock,
  })
  const paymentEvents = createPaymentEventService({ subscriptions: repository, shop })
  const sandboxCheckouts =
    provider === 'test' && settlements
      ? createSandboxCheckoutService({ sandboxPayments, settlements, clock })
      : undefined
  return { subscriptions, paymentEvents, sandboxCheckouts }
}
