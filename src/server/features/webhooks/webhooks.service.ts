import type { SessionService } from '#server/features/accounts/sessions.service.ts'
import { type Clock, hours, instantIn, instantNow } from '#server/platform/clock.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import { newId } from '#server/platform/ids.ts'
import { newWebhookSecret } from '#server/platform/webhooks/signature.ts'
import type { WebhookClient } from '#server/platform/webhooks/webhook-client.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { maxWebhooks } from '#shared/limits.ts'
import { type NewWebhook, type WebhookChange, type WebhookEvent, webhookEvents } from '#shared/webhook-forms.ts'
import type { Delivery, Webhook, WebhookWithSecret } from '#shared/webhooks.ts'
import type { DeliveryRepository } from './deliveries.repository.ts'
import { secretContext, type WebhookRecord, type WebhookRepository } from './webhooks.repository.ts'

type Dependencies = {
  webhooks: WebhookRepository
  deliveries: DeliveryRepository
  sessions: Pick<SessionService, 'requireRecent'>
  client: Pick<WebhookClient, 'problemOf'>
  encryption: Encryption
  rateLimits: RateLimits
  isInPlan: (userId: string) => Promise<boolean>
  /** Sends messages that are due. */
  nudge: () => void
  clock: Clock
}

/** How long messages are also signed with the secret before. */
const oldSecretMs = hours(24)

export function createWebhookService(dependencies: Dependencies) {
  const { webhooks, deliveries, sessions, client, encryption, rateLimits, isInPlan, nudge, clock } = dependencies

  async function require({ userId }: Viewer, id: string) {
    const webhook = await webhooks.find(userId, id)
    if (!webhook) throw notFound()
    return webhook
  }

  async function requirePlan(userId: string) {
    if (await isInPlan(userId)) return
    throw new AppError('PLAN_FEATURE', "Your plan doesn't include webhooks. Please upgrade to use them.")
  }

  function requireUrl(url: string) {
    const problem = client.problemOf(url)
    if (problem !== undefined) throw invalidField('url', problem)
  }

  function newSecret(webhookId: string) {
    const secret = newWebhookSecret()
    return { secret, encrypted: encryption.encrypt(secret, secretContext(webhookId)) }
  }

  async function requireOwnLinks(tx: Pick<WebhookRepository, 'countOwnLinks'>, userId: string, links: string[] | null) {
    if (links && (await tx.countOwnLinks(userId, links)) < links.length) {
      throw invalidField('links', 'You can only choose links of your own')
    }
  }

  return {
    list: async ({ userId }: Viewer): Promise<Webhook[]> => (await webhooks.list(userId)).map(present),

    async create(viewer: Viewer, { url, events, links }: NewWebhook): Promise<WebhookWithSecret> {
      await sessions.requireRecent(viewer)
      const { userId } = viewer
      requireUrl(url)
      await requirePlan(userId)
      const webhook: WebhookRecord = {
        id: newId(),
        userId,
        url,
        events: inOrder(events),
        links: distinct(links),
        isActive: true,
        turnedOffBecause: null,
        createdAt: instantNow(clock),
      }
      const { secret, encrypted } = newSecret(webhook.id)
      await webhooks.transaction(async (tx) => {
        await tx.lock(userId)
        if ((await tx.count(userId)) >= maxWebhooks) throw tooMany()
        await requireOwnLinks(tx, userId, webhook.links)
        await tx.insert(webhook, encrypted)
      })
      return { ...present(webhook), secret }
    },

    /** A webhook can be turned off on every plan. */
    async update(viewer: Viewer, id: string, { url, events, links, isActive }: WebhookChange): Promise<Webhook> {
      const { userId } = viewer
      const before = await require(viewer, id)
      if (url !== undefined && url !== before.url) {
        await sessions.requireRecent(viewer)
        requireUrl(url)
      }
      const isOnlyOff = isActive === false && url === undefined && events === undefined && links === undefined
      if (!isOnlyOff) await requirePlan(userId)
      const changed = await webhooks.transaction(async (tx) => {
        await tx.lock(userId)
        const current = await tx.find(userId, id)
        if (!current) throw notFound()
        if (links !== undefined) await requireOwnLinks(tx, userId, distinct(links))
        const next: WebhookRecord = {
          ...current,
          ...(url !== undefined && { url }),
          ...(events !== undefined && { events: inOrder(events) }),
          ...(links !== undefined && { links: distinct(links) }),
          ...(isActive !== undefined && { isActive }),
          ...(isActive === true && { turnedOffBecause: null }),
        }
        await tx.update(next)
        if (current.isActive && !next.isActive) await tx.cancelWaiting(id)
        return next
      })
      return present(changed)
    },

    async remove({ userId }: Viewer, id: string) {
      await webhooks.transaction(async (tx) => {
        await tx.lock(userId)
        if (!(await tx.remove(userId, id))) throw notFound()
      })
    },

    /** Also sends to a webhook that's off, so that people can try it before turning it on again. */
    async test(viewer: Viewer, id: string) {
      const webhook = await require(viewer, id)
      await requirePlan(viewer.userId)
      await rateLimits.webhookCalls.takeOrThrow({ account: viewer.userId })
      await deliveries.insertTest(newId(), webhook.id, instantNow(clock))
      nudge()
    },

    async renewSecret(viewer: Viewer, id: string): Promise<WebhookWithSecret> {
      await sessions.requireRecent(viewer)
      const webhook = await require(viewer, id)
      const { secret, encrypted } = newSecret(id)
      await webhooks.updateSecret(id, encrypted, instantIn(clock, oldSecretMs))
      return { ...present(webhook), secret }
    },

    async listDeliveries(viewer: Viewer, id: string): Promise<Delivery[]> {
      const webhook = await require(viewer, id)
      return (await deliveries.list(webhook.id)).map((row) => ({
        _id: row.id,
        event: row.event as WebhookEvent,
        createdAt: row.created_at,
        attempts: row.attempts,
        status: row.status,
        error: row.error,
        deliveredAt: row.delivered_at,
      }))
    },

    async retry(viewer: Viewer, id: string, deliveryId: string) {
      const webhook = await require(viewer, id)
      await requirePlan(viewer.userId)
      await rateLimits.webhookCalls.takeOrThrow({ account: viewer.userId })
      if (!(await deliveries.makeDue(webhook.id, deliveryId, instantNow(clock)))) throw deliveryNotFound()
      nudge()
    },
  }
}
export type WebhookService = ReturnType<typeof createWebhookService>

const inOrder = (events: readonly WebhookEvent[]) => webhookEvents.filter((event) => events.includes(event))
const distinct = (links: string[] | null) => links && [...new Set(links)].toSorted()

const present = (webhook: WebhookRecord): Webhook => ({
  _id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  links: webhook.links,
  isActive: webhook.isActive,
  turnedOffBecause: webhook.turnedOffBecause,
  createdAt: webhook.createdAt,
})

const notFound = () => new AppError('NOT_FOUND', 'Webhook not found')
const deliveryNotFound = () => new AppError('NOT_FOUND', 'Delivery not found')

const tooMany = () =>
  invalidField('url', `You can have up to ${maxWebhooks} webhooks. Delete one you no longer need to add another.`)
