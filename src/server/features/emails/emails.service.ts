import type { Log } from '#server/platform/concurrency/job.ts'
import type { DatabaseRateLimiter } from '#server/platform/database/rate-limiter.ts'
import type { EmailContent } from '#server/platform/email/email-content.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { withUnsubscribeLink } from '#server/platform/email/unsubscribe-link.ts'
import { accountKinds, type EmailKind, type EmailRules, emailKinds, unrequested } from './email-kinds.ts'
import type { EmailOptOutService } from './email-opt-outs.service.ts'
import type { EmailRepository } from './emails.repository.ts'
import { inboxOf } from './inbox.ts'

type Dependencies = {
  repository: EmailRepository
  optOuts: EmailOptOutService
  mailer: Mailer
  rateLimiter: DatabaseRateLimiter
  log: Log
}

type Recipient = { kind: EmailKind; to: string }

type Email = Recipient & {
  content: EmailContent
  replyTo?: string
  /** A POST to this URL unsubscribes from emails like this one. Defaults to the opt-out page if the kind allows it. */
  leaveUrl?: string
  /** An administrator is sending this email to one person, so limits and opt-outs don't apply. */
  isByAdministrator?: boolean
}

/** All emails are sent through this service, which enforces the limits per inbox. */
export function createEmailService({ repository, optOuts, mailer, rateLimiter, log }: Dependencies) {
  const counters = new Map(
    [unrequested, ...Object.values<EmailRules>(emailKinds)].map(({ bucket, allowances }) => [
      bucket,
      allowances.map((allowance, n) => rateLimiter.define({ name: `emails-${bucket}-${n}`, ...allowance })),
    ]),
  )
  const countersOf = ({ bucket }: EmailRules) => counters.get(bucket) ?? []

  async function rulesFor({ kind, to }: Recipient): Promise<EmailRules> {
    const isUnproven = accountKinds.has(kind) && !(await repository.isConfirmed(to))
    return isUnproven ? unrequested : emailKinds[kind]
  }

  const isStopped = async ({ isStoppable }: EmailRules, to: string) => isStoppable && (await optOuts.isStopped(to))

  /** Counts one email. Returns a function that undoes the count, or undefined if the inbox has reached its limit. */
  async function take(rules: EmailRules, inbox: string) {
    if (rules.allowances.length === 0) return async () => {}
    for (const counter of countersOf(rules)) {
      if ((await counter.take(inbox)).retryAfterSeconds === 0) return () => counter.giveBack(inbox)
    }
    return undefined
  }

  async function secondsUntilRoom(rules: EmailRules, to: string) {
    const waits = await Promise.all(countersOf(rules).map((counter) => counter.retryAfterSeconds(inboxOf(to))))
    return waits.length === 0 ? 0 : Math.min(...waits)
  }

  return {
    /** False if emails are only written to the outbox folder. */
    isDelivered: mailer.isDelivered,

    async canSend(recipient: Recipient) {
      const rules = await rulesFor(recipient)
      if (await isStopped(rules, recipient.to)) return false
      return (await secondsUntilRoom(rules, recipient.to)) === 0
    },

    /** Lets callers delay and combine emails. Ignores opt-outs. */
    retryAfterSeconds: async (recipient: Recipient) => secondsUntilRoom(await rulesFor(recipient), recipient.to),

    /** Returns false without sending if the recipient has opted out or reached their limit. */
    async send({ kind, to, content, leaveUrl, replyTo, isByAdministrator = false }: Email) {
      const rules = await rulesFor({ kind, to })
      const drop = (why: string) => {
        log.info({ kind, why }, 'email not sent')
        return false
      }
      if (!isByAdministrator && (await isStopped(rules, to))) return drop('stopped')
      const stopUrl = rules.isStoppable && leaveUrl === undefined ? optOuts.urlFor(to) : undefined
      const rendered = await renderEmail(stopUrl === undefined ? content : withUnsubscribeLink(content, stopUrl))
      const listUrl = leaveUrl ?? stopUrl
      const giveBack = isByAdministrator ? async () => {} : await take(rules, inboxOf(to))
      if (!giveBack) return drop('limit')
      try {
        await mailer.send({
          to,
          fromName: content.brand?.name,
          ...rendered,
          ...(replyTo && { replyTo }),
          ...(listUrl && { leaveUrl: listUrl }),
        })
      } catch (error) {
        await giveBack()
        throw error
      }
      return true
    },
  }
}
export type EmailService = ReturnType<typeof createEmailService>
