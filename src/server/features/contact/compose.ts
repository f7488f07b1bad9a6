import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import type { Base } from '#server/ports.ts'
import { createContactRepository } from './contact.repository.ts'
import { createContactService } from './contact.service.ts'

type Dependencies = Base & { emails: EmailService; subscriptions: SubscriptionService }

export function composeContact({ config, db, ports, emails, subscriptions }: Dependencies) {
  const { clock, tasks, rateLimits } = ports
  return createContactService({
    messages: createContactRepository(db),
    emails,
    tasks,
    rateLimits,
    planOf: subscriptions.planOf,
    clock,
    supportEmail: config.supportEmail,
  })
}
