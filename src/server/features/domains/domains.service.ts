import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import { inParallel } from '#server/platform/concurrency/in-parallel.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import type { Dns } from '#server/platform/dns.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Domain, DomainProblem } from '#shared/domain.ts'
import { AppError } from '#shared/errors.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import { hostOf, parseHost } from './domain-host.ts'
import {
  type DomainRecord,
  isStillHeld,
  lapseCutoff,
  lapsesAt,
  problemIn,
  stateOf,
  verification,
} from './domain-state.ts'
import type { DomainRepository } from './domains.repository.ts'
import { type DomainNotice, domainNoticeEmail } from './emails/domain-notice.ts'
import type { ServedDomains } from './served-domains.service.ts'

type Dependencies = {
  domains: DomainRepository
  served: ServedDomains
  planOf: (userId: string) => Promise<CatalogPlan>
  dns: Dns
  signer: Signer
  emails: EmailService
  tasks: Tasks
  rateLimits: RateLimits
  invalidation: Invalidation
  clock: Clock
  publicUrl: string
  graceDays: number
}

/** Domains that were last checked this long ago are due. */
const checkEveryMs = days(1)
const checkedAtOnce = 8
const batchSize = 500

export function createDomainService(dependencies: Dependencies) {
  const { domains, served, planOf, dns, signer, emails, tasks, rateLimits, invalidation, clock } = dependencies
  const { publicUrl, graceDays } = dependencies
  const publicName = new URL(publicUrl).hostname

  const cutoff = () => lapseCutoff(clock.now(), graceDays)
  const signedText = ({ userId, host }: Pick<DomainRecord, 'userId' | 'host'>) => `domain/${userId}/${host}`
  const recordName = (host: string) => `_framelight.${host}`

  type Notification = { userId: string; host: string; notice: DomainNotice; lapsesAt: string | null }
  const noticeTask = tasks.define<Notification>('domain-notice', async ({ userId, ...about }) => {
    const owner = await domains.findOwner(userId)
    if (!owner) return
    const content = domainNoticeEmail({ ...about, url: `${publicUrl}/studio#domain` })
    await emails.send({ kind: 'domain-notice', to: owner.email, content })
  })
  const notify = ({ userId, host }: DomainRecord, notice: DomainNotice, missingSince?: string) =>
    noticeTask({ userId, host, notice, lapsesAt: missingSince ? lapsesAt(missingSince, graceDays) : null })

  async function present(record: DomainRecord): Promise<Domain> {
    const { allows } = await planOf(record.userId)
    const { host, problem, verifiedAt, checkedAt, missingSince } = record
    return {
      host,
      state: stateOf(record, { cutoff: cutoff(), isAllowed: allows.ownDomain }),
      record: { type: 'TXT', name: recordName(host), value: verification + signer.sign(signedText(record)) },
      cname: { type: 'CNAME', name: host, value: publicName },
      problem,
      verifiedAt,
      lastCheckedAt: checkedAt,
      missingSince,
      lapsesAt: missingSince === null ? null : lapsesAt(missingSince, graceDays),
    }
  }

  async function requireOwn(userId: string) {
    const record = await domains.find(userId)
    if (!record) throw new AppError('NOT_FOUND', "You don't have a domain")
    return record
  }

  async function requireAllowed(userId: string) {
    if (!(await planOf(userId)).allows.ownDomain) {
      throw new AppError('PLAN_FEATURE', 'An own domain is available on the Plus and Gold plans.')
    }
  }

  /** Throws if another account holds the host. */
  async function requireFree(host: string, userId: string) {
    const held = await domains.findHeld(host)
    if (held && held.userId !== userId && isStillHeld(held, cutoff)) throw domainTaken()
  }

  /** The galleries of the owner contain their URL, and every node remembers its hosts. */
  async function invalidate(userId: string, ...hosts: string[]) {
    invalidation.invalidateEach(hosts)
    await invalidation.invalidateOwner(userId)
  }

  async function lookUp(record: DomainRecord): Promise<DomainProblem | undefined> {
    const texts = await dns.findTexts(recordName(record.host))
    return problemIn(texts, (token) => signer.verify(signedText(record), token))
  }

  /** For a domain that's pending or lapsed. */
  async function claim(record: DomainRecord) {
    const ended = await domains.transaction(async (tx) => {
      const lapsed = await tx.endLapsed(cutoff(), record)
      for (const other of lapsed) await tx.insertTask(notify(other, 'lapsed'))
      if (!(await tx.claim(record, instantNow(clock)))) throw domainTaken()
      return lapsed
    })
    for (const { userId } of ended) await invalidation.invalidateOwner(userId)
    await invalidate(record.userId, record.host)
    tasks.nudge()
  }

  /** For a domain that's held. If the DNS doesn't answer, its state stays the same. */
  async function noteOutcome(record: DomainRecord, problem: DomainProblem | undefined) {
    const now = instantNow(clock)
    const isChanged = await domains.transaction(async (tx) => {
      await tx.noteProblem(record, problem ?? null, now)
      if (problem === 'DNS_UNAVAILABLE') return false
      const isChanged = problem ? await tx.markMissing(record, now) : await tx.markFound(record, cutoff())
      if (isChanged) await tx.insertTask(notify(record, problem ? 'missing' : 'found', now))
      return isChanged
    })
    if (!isChanged) return
    await invalidate(record.userId, record.host)
    tasks.nudge()
  }

  async function endLapsed() {
    const ended = await domains.transaction(async (tx) => {
      const lapsed = await tx.endLapsed(cutoff())
      for (const record of lapsed) await tx.insertTask(notify(record, 'lapsed'))
      return lapsed
    })
    for (const { userId, host } of ended) await invalidate(userId, host)
    if (ended.length > 0) tasks.nudge()
  }

  return {
    async get({ userId }: Viewer) {
      const record = await domains.find(userId)
      return record ? present(record) : null
    },

    async choose({ userId }: Viewer, given: string) {
      const host = parseHost(given, publicName)
      const before = await domains.find(userId)
      if (before?.host === host && isStillHeld(before, cutoff)) return present(before)
      await requireAllowed(userId)
      await requireFree(host, userId)
      await domains.save(userId, host, cutoff())
      await invalidate(userId, host, ...(before ? [before.host] : []))
      return present(await requireOwn(userId))
    },

    async verify({ userId }: Viewer) {
      const record = await requireOwn(userId)
      await rateLimits.domainChecks.takeOrThrow({ account: userId })
      const isHeld = isStillHeld(record, cutoff)
      if (!isHeld) {
        await requireAllowed(userId)
        await requireFree(record.host, userId)
      }
      const problem = await lookUp(record)
      if (isHeld) await noteOutcome(record, problem)
      else if (problem) await domains.noteProblem(record, problem, instantNow(clock))
      else await claim(record)
      return present(await requireOwn(userId))
    },

    async remove({ userId }: Viewer) {
      const record = await domains.find(userId)
      await domains.remove(userId)
      if (record) await invalidate(userId, record.host)
    },

    /** Whether a proxy should request a certificate for the host. */
    async isKnown(host: string) {
      return (await served.find(hostOf(host))) !== undefined
    },

    /** Run this at least once a day, on one node. */
    async checkDue() {
      await endLapsed()
      const due = await domains.listDue(instantIn(clock, -checkEveryMs), batchSize)
      await inParallel(due, checkedAtOnce, async (record) => noteOutcome(record, await lookUp(record)))
    },
  }
}
export type DomainService = ReturnType<typeof createDomainService>

const domainTaken = () => new AppError('DOMAIN_TAKEN', 'Another account already uses this domain.')
