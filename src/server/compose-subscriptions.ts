import type { Config } from './config.ts'
import type { AccountService } from './features/accounts/accounts.service.ts'
import type { CancellationService } from './features/subscriptions/cancellations.service.ts'
import { createPaymentEventService } from './features/subscriptions/payment-events.service.ts'
import { createSandboxCheckoutService } from './features/subscriptions/sandbox-checkouts.service.ts'
import { createSettlementService } from './features/subscriptions/settlements.service.ts'
import type { SubscriptionRepository } from './features/subscriptions/subscriptions.repository.ts'
import { createSubscriptionService } from './features/subscriptions/subscriptions.service.ts'
import type { Ports } from './ports.ts'

type Dependencies = {
  config: Config
  ports: Ports
  subscriptionRepository: SubscriptionRepository
  cancellations: CancellationService
  accounts: AccountService
  onPlanChanged: (userId: string) => Promise<void>
}

export function composeSubscriptions(dependencies: Dependencies) {
  const { config, ports, subscriptionRepository, cancellations, accounts, onPlanChanged } = dependencies
  const { defaultPlan, limits, payments: provider } = config
  const { clock, payments, sandboxPayments } = ports
  const settlements =
    payments &&
    createSettlementService({
      subscriptions: subscriptionRepository,
      payments,
      cancellations,
      clock,
      onChange: onPlanChanged,
    })
  const shop = payments && settlements && { payments, settlements }
  const subscriptions = createSubscriptionService({
    subscriptions: subscriptionRepository,
    accounts,
    shop,
    byDefault: { planId: defaultPlan, limits },
    clock,
  })
  const paymentEvents = createPaymentEventService({ subscriptions: subscriptionRepository, shop })
  const sandboxCheckouts =
    provider === 'test' && settlements
      ? createSandboxCheckoutService({ sandboxPayments, settlements, clock })
      : undefined
  return { subscriptions, paymentEvents, sandboxCheckouts }
}
