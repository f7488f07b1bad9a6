import type { SessionService } from '#server/features/accounts/sessions.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import { anyNetwork, createWebhookClient, publicNetwork } from '#server/platform/webhooks/webhook-client.ts'
import type { Base } from '#server/ports.ts'
import { createDeliveryRepository } from './deliveries.repository.ts'
import { createWebhookSender } from './webhook-sender.service.ts'
import { createWebhookRepository, createWebhookSecrets } from './webhooks.repository.ts'
import { createWebhookService } from './webhooks.service.ts'

type Dependencies = Base & { emails: EmailService; sessions: SessionService; subscriptions: SubscriptionService }

export function composeWebhooks({ config, db, ports, log, emails, sessions, subscriptions }: Dependencies) {
  const { clock, tasks, rateLimits, encryption } = ports
  const client = createWebhookClient(config.webhooksLocal ? anyNetwork : publicNetwork)
  const deliveries = createDeliveryRepository(db)
  const isInPlan = async (userId: string) =>
    config.payments === 'off' || (await subscriptions.planOf(userId)).allows.webhooks
  const webhookSender = createWebhookSender({
    deliveries,
    client,
    encryption,
    isInPlan,
    emails,
    tasks,
    publicUrl: config.publicUrl,
    clock,
    log,
  })
  const webhooks = createWebhookService({
    webhooks: createWebhookRepository(db),
    deliveries,
    sessions,
    client,
    encryption,
    rateLimits,
    isInPlan,
    nudge: webhookSender.nudge,
    clock,
  })
  return { webhooks, webhookSender, webhookSecrets: createWebhookSecrets(db, clock) }
}
