import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import type { AccessService } from '#server/features/access/access.service.ts'
import { requireOwner } from '#server/features/access/link-access.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import { type Clock, hours } from '#server/platform/clock.ts'
import { createCalendar } from '#server/platform/local-days.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Analytics, AnalyticsDay, DeviceKind, Period } from '#shared/analytics.ts'
import { AppError } from '#shared/errors.ts'
import { maxInvitations } from '#shared/limits.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { AnalyticsRepository } from './analytics.repository.ts'
import { allLinks, type Counts, counters, currentHour, noCounts } from './analytics.tables.ts'
import { csvOf, fileNameOf } from './analytics-csv.ts'
import { countsBetween, increment, restHost, type Subject } from './counter-snapshots.ts'
import { createTopImages } from './top-images.ts'

type Dependencies = {
  analytics: AnalyticsRepository
  access: Pick<AccessService, 'findFacts'>
  images: ImageService
  planOf: (userId: string) => Promise<CatalogPlan>
  clock: Clock
  flushCounts: () => Promise<void>
}

const maxImages = 10
const maxReferrers = 20

/** Each link takes two lookups per day of the period, so other requests don't wait long for a step. */
const linksPerStep = 20

/** Totals are the difference of two snapshots, so long periods are as fast as short ones. */
export function createAnalyticsService({ analytics, access, images, planOf, clock, flushCounts }: Dependencies) {
  const listTopImages = createTopImages({ analytics, clock })

  async function read(viewer: Viewer, subject: Subject, { days: wanted, tz }: Period, plan: CatalogPlan) {
    const { level, days: shown } = plan.allows.analytics
    const count = Math.min(wanted, shown)
    const dayAgo = createCalendar(clock.now(), tz)
    const since = dayAgo(count - 1).hour
    const before = dayAgo(2 * count - 1).hour
    const days = level === 'basic' ? [] : Array.from({ length: count }, (_, n) => dayAgo(count - 1 - n))
    await flushCounts()

    const dayStarts = days.map(({ hour }) => hour)
    const hoursToRead = [...new Set([before, since, ...dayStarts, currentHour])]
    const snapshots = await analytics.findSnapshots(subject, hoursToRead)
    // The account's counters still include those of links in the trash.
    const trashed = subject.linkId === allLinks ? await sumTrashed(subject.userId, hoursToRead) : undefined
    const between = (from: number, to: number) =>
      countsBetween(
        countsBetween(trashed?.get(from), trashed?.get(to)),
        countsBetween(snapshots.get(from), snapshots.get(to)),
      )
    const counts = between(since, currentHour)
    const show = level === 'basic' ? toBasicTotals : toTotals
    const answer: Analytics = {
      totals: show(counts),
      previous: show(between(before, since)),
      leftOut: { bots: counts.bots, owner: counts.owner, repeats: counts.repeats },
    }
    if (level === 'basic') return answer
    answer.days = days.map(({ date, hour }, n) => toDay(date, between(hour, dayStarts[n + 1] ?? currentHour)))
    answer.images = await readImages(viewer, subject, since)
    if (level !== 'premium') return answer
    answer.referrers = await readReferrers(subject, since)
    answer.devices = toDevices(counts)
    answer.invitations = await analytics.listInvitations(subject, new Date(hours(since)), maxInvitations)
    return answer
  }

  async function readImages(viewer: Viewer, subject: Subject, since: number) {
    const top = await listTopImages(subject, since, maxImages)
    const shown = await images.showOwn(
      viewer,
      top.map(({ id }) => id),
    )
    return top.flatMap(({ id, views }) => {
      const image = shown.get(id)
      return image ? [{ _id: id, title: image.title || image.fileName, thumbnailUrl: image.thumbnailUrl, views }] : []
    })
  }

  /** Adds up the counters of all links in the trash. */
  async function sumTrashed(userId: string, hoursToRead: number[]) {
    const sums = new Map<number, Counts>()
    const linkIds = await analytics.listTrashedLinks(userId, Math.min(...hoursToRead))
    for (let first = 0; first < linkIds.length; first += linksPerStep) {
      const some = linkIds.slice(first, first + linksPerStep)
      for (const { at, ...counts } of await analytics.sumSnapshots(userId, some, hoursToRead)) {
        const sum = { ...(sums.get(at) ?? noCounts) }
        for (const name of counters) sum[name] += Number(counts[name])
        sums.set(at, sum)
      }
      await nextTurnOfEventLoop()
    }
    return sums
  }

  async function readReferrers(subject: Subject, since: number) {
    const start = new Date(hours(since))
    const rows = await analytics.listReferrers(subject, start)
    if (subject.linkId !== allLinks) return toReferrers(rows)
    const trashed = await analytics.listTrashedReferrers(subject.userId, start)
    return toReferrers([...rows, ...trashed.map(({ host, visits }) => ({ host, visits: -visits }))])
  }

  async function requireOwn(viewer: Viewer, id: string) {
    const link = requireOwner(await access.findFacts(id), viewer)
    return { link, subject: { userId: viewer.userId, linkId: link.id } }
  }

  return {
    async ofLink(viewer: Viewer, id: string, period: Period) {
      const { subject } = await requireOwn(viewer, id)
      return read(viewer, subject, period, await planOf(viewer.userId))
    },

    ofAll: async (viewer: Viewer, period: Period) =>
      read(viewer, { userId: viewer.userId, linkId: allLinks }, period, await planOf(viewer.userId)),

    async fileOf(viewer: Viewer, id: string, period: Period) {
      const { link, subject } = await requireOwn(viewer, id)
      const plan = await planOf(viewer.userId)
      if (plan.allows.analytics.level !== 'premium') {
        throw new AppError(
          'PLAN_FEATURE',
          'CSV downloads are part of the Gold plan. Upgrade to download your analytics.',
        )
      }
      const { days = [], images = [] } = await read(viewer, subject, period, plan)
      return { name: fileNameOf(link.title), text: csvOf(days, images) }
    },
  }
}
export type AnalyticsService = ReturnType<typeof createAnalyticsService>

const toBasicTotals = ({ visits, views, downloads }: Counts) => ({ visits, imageViews: views, downloads })

const toTotals = (counts: Counts) => ({ ...toBasicTotals(counts), visitors: counts.visitors })

const toDay = (date: string, counts: Counts): AnalyticsDay => ({ date, ...toTotals(counts) })

const byVisits = (one: { visits: number }, other: { visits: number }) => other.visits - one.visits

function toDevices({ visits, phones, tablets, computers }: Counts) {
  const kinds: { kind: DeviceKind; visits: number }[] = [
    { kind: 'phone', visits: phones },
    { kind: 'tablet', visits: tablets },
    { kind: 'computer', visits: computers },
    { kind: 'other', visits: visits - phones - tablets - computers },
  ]
  return kinds.filter(({ visits }) => visits > 0).sort(byVisits)
}

type Referrer = { host: string; visits: number }

/** Returns the top referrers and one entry for the rest, which includes hosts merged when they were stored. */
function toReferrers(rows: Referrer[]): Referrer[] {
  const byHost = new Map<string, number>()
  for (const { host, visits } of rows) increment(byHost, host, visits)
  const all = [...byHost].map(([host, visits]) => ({ host, visits })).filter(({ visits }) => visits > 0)
  const named = all.filter(({ host }) => host !== restHost)
  named.sort((one, other) => byVisits(one, other) || (one.host < other.host ? -1 : 1))
  const shown = named.slice(0, maxReferrers)
  const sum = (some: Referrer[]) => some.reduce((total, { visits }) => total + visits, 0)
  const rest = sum(all) - sum(shown)
  return rest > 0 ? [...shown, { host: restHost, visits: rest }] : shown
}
