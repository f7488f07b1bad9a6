import type { EmailService } from '#server/features/emails/emails.service.ts'
import { type Clock, hours, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { createJob, type Log } from '#server/platform/concurrency/job.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { signedHeaders } from '#server/platform/webhooks/signature.ts'
import type { WebhookClient, WebhookResult } from '#server/platform/webhooks/webhook-client.ts'
import type { Attempt, ClaimedDelivery, DeliveryRepository } from './deliveries.repository.ts'
import { webhookOffEmail } from './emails/webhook-off.ts'
import { secretContext } from './webhooks.repository.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.tables.ts'

type Dependencies = {
  deliveries: DeliveryRepository
  client: Pick<WebhookClient, 'post'>
  encryption: Encryption
  isInPlan: (userId: string) => Promise<boolean>
  emails: EmailService
  tasks: Tasks
  publicUrl: string
  clock: Clock
  log: Log
}

/** Other nodes write messages, too, and gathered images become due without an event on any node. */
const lookEveryMs = 1000
const maxInFlight = 4

/** After the first attempt. With it, that's eight attempts within a day. */
const retryDelaysMs = [minutes(1), minutes(5), minutes(30), hours(2), hours(4), hours(7), hours(10)]
const maxAttempts = retryDelaysMs.length + 1

/** An attempt takes at most 5 seconds. If the node crashes, another one can call the webhook after this time. */
const leaseMs = 30_000

/** A receiver that takes longer rests for twice the time. Such receivers never get all slots, so others don't wait. */
const slowMs = 2000
const maxSlowInFlight = 2

const gone = 410

export function createWebhookSender(dependencies: Dependencies) {
  const { deliveries, client, encryption, isInPlan, emails, tasks, publicUrl, clock, log } = dependencies
  const inFlight = new Set<Promise<void>>()
  let slowInFlight = 0

  const offTask = tasks.define<{ userId: string }>('webhook-off', async ({ userId }) => {
    const to = await deliveries.findEmail(userId)
    if (to === undefined) return
    await emails.send({ kind: 'webhook-off', to, content: webhookOffEmail({ url: `${publicUrl}/account/programs` }) })
  })

  /** Returns undefined if nothing is due. Only one message per webhook is sent at a time, on all nodes together. */
  async function claim(): Promise<ClaimedDelivery | undefined> {
    for (;;) {
      const now = instantNow(clock)
      const due = await deliveries.findDue(now, { isSlowAllowed: slowInFlight < maxSlowInFlight })
      if (!due) return undefined
      const { id, isSlow } = due
      const claimed = await deliveries.transaction(async (tx) => {
        const webhook = await tx.takeWebhook(id, now, instantIn(clock, leaseMs))
        const next = webhook && (await tx.findNext(id, now))
        if (webhook && !next) await tx.release(id, null)
        const delivery = next && (await tx.takeDelivery(next.id, instantIn(clock, delayAfter(next.attempts + 1))))
        return webhook && delivery && { webhook, delivery, isSlow }
      })
      if (claimed) return claimed
    }
  }

  function secretsOf({ id, secret, old_secret: oldSecret, old_secret_until: until }: WebhookRow) {
    const isOldValid = until !== null && until > instantNow(clock)
    const encrypted = [secret, ...(oldSecret !== null && isOldValid ? [oldSecret] : [])]
    return encrypted.flatMap((text) => encryption.decrypt(text, secretContext(id)) ?? [])
  }

  async function send({ webhook, delivery }: ClaimedDelivery): Promise<WebhookResult & { isFinal?: boolean }> {
    if (!(await isInPlan(webhook.user_id))) {
      return { status: null, error: "Not sent, because your plan doesn't include webhooks.", isFinal: true }
    }
    const secrets = secretsOf(webhook)
    if (secrets.length === 0) return { status: null, error: "We can't read this webhook's secret. Create a new one." }
    const body = bodyOf(delivery)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Framelight',
      ...signedHeaders({ id: delivery.id, sentAt: clock.now(), body }, secrets),
    }
    return client.post(webhook.url, { headers, body })
  }

  async function deliver(claimed: ClaimedDelivery) {
    const { webhook, delivery } = claimed
    const startedAt = performance.now()
    const { status, error, isFinal = false } = await send(claimed)
    const tookMs = performance.now() - startedAt
    const isDelivered = error === null
    const isOver = isDelivered || isFinal || webhook.is_active === 0 || delivery.attempts >= maxAttempts
    const isOff = status === gone || (!isDelivered && !isFinal && delivery.attempts === maxAttempts)
    const attempt: Attempt = {
      status,
      error,
      deliveredAt: isDelivered ? instantNow(clock) : delivery.delivered_at,
      nextTryAt: isOver ? null : delivery.next_try_at,
      restUntil: tookMs > slowMs ? instantIn(clock, 2 * tookMs) : null,
    }
    await deliveries.transaction(async (tx) => {
      await tx.release(webhook.id, attempt.restUntil)
      await tx.finish(delivery.id, attempt)
      if (isOff && (await tx.turnOff(webhook.id, whyOff(webhook.url, status)))) {
        await tx.insertTask(offTask({ userId: webhook.user_id }))
      }
      await tx.removeOld(webhook.id)
    })
    if (isOff) tasks.nudge()
  }

  function start(claimed: ClaimedDelivery) {
    slowInFlight += Number(claimed.isSlow)
    const attempt = deliver(claimed)
      .catch((err) => log.error({ err }, 'a webhook message failed; it will be retried'))
      .finally(() => {
        inFlight.delete(attempt)
        slowInFlight -= Number(claimed.isSlow)
        job.nudge()
      })
    inFlight.add(attempt)
  }

  /** Doesn't wait for the receivers, so a slow one doesn't delay the others. */
  async function startDue() {
    while (inFlight.size < maxInFlight && !job.isStopping()) {
      const claimed = await claim()
      if (!claimed) return
      start(claimed)
    }
  }

  const job = createJob({ name: 'webhooks', everyMs: lookEveryMs, run: startDue, log })

  return {
    nudge: job.nudge,
    start: job.start,

    async stop() {
      await job.stop()
      await Promise.all(inFlight)
    },

    /** Sends everything that's due, and waits for it. */
    async sendDue() {
      for (;;) {
        const claimed = await claim()
        if (claimed) start(claimed)
        else if (inFlight.size === 0) return
        else await Promise.all(inFlight)
      }
    },
  }
}

/** The eighth attempt is the last one, unless the node crashes during it. */
const delayAfter = (attempts: number) => retryDelaysMs[attempts - 1] ?? minutes(1)

function bodyOf({ event, created_at, data, images }: DeliveryRow) {
  const gathered = images === null ? {} : { images: JSON.parse(`[${images}]`) }
  return JSON.stringify({ type: event, timestamp: created_at, data: { ...JSON.parse(data), ...gathered } })
}

function whyOff(url: string, status: number | null) {
  const { host } = new URL(url)
  return status === gone ? `${host} answered 410, so it's gone for good.` : `${host} didn't accept a message for a day.`
}
