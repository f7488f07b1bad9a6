import { requireOwner } from '#server/features/access/link-access.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import { type Clock, hours } from '#server/platform/clock.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Analytics, Period } from '#shared/analytics.ts'
import { AppError } from '#shared/errors.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { AnalyticsRepository } from './analytics.repository.ts'
import { csvOf, fileNameOf } from './analytics-csv.ts'
import { allLinks, presentHour, type Subject } from './counter-snapshots.ts'
import { dayOf, devicesOf, difference, topReferrers, totalsOf } from './figures.ts'
import { createCalendar } from './local-days.ts'

type Dependencies = {
  analytics: AnalyticsRepository
  images: ImageService
  planOf: (userId: string) => Promise<CatalogPlan>
  clock: Clock
  /** Writes down what has been counted up to now. */
  settleCounts: () => Promise<void>
}

const maxImages = 10

/** What was counted, as far as the owner's plan shows it. Any period costs the same, however much happened in it. */
export function createAnalyticsService({ analytics, images, planOf, clock, settleCounts }: Dependencies) {
  async function read(viewer: Viewer, subject: Subject, { days: wanted, tz }: Period, plan: CatalogPlan) {
    const { level, days: shown } = plan.allows.analytics
    const count = Math.min(wanted, shown)
    const dayAgo = createCalendar(clock.now(), tz)
    const since = dayAgo(count - 1).hour
    const before = dayAgo(2 * count - 1).hour
    const days = level === 'basic' ? [] : Array.from({ length: count }, (_, n) => dayAgo(count - 1 - n))
    await settleCounts()

    const turns = days.map(({ hour }) => hour)
    const readings = await analytics.readingsAt(subject, [...new Set([before, since, ...turns, presentHour])])
    const between = (from: number, to: number) => difference(readings.get(from), readings.get(to))
    const counts = between(since, presentHour)
    const answer: Analytics = {
      totals: totalsOf(counts),
      previous: totalsOf(between(before, since)),
      leftOut: { bots: counts.bots, owner: counts.owner, repeats: counts.repeats },
    }
    if (level === 'basic') return answer
    answer.days = days.map(({ date, hour }, n) => dayOf(date, between(hour, turns[n + 1] ?? presentHour)))
    answer.images = await readImages(viewer, subject, since)
    if (level !== 'premium') return answer
    answer.referrers = await readReferrers(subject, since)
    answer.devices = devicesOf(counts)
    return answer
  }

  async function readImages(viewer: Viewer, subject: Subject, since: number) {
    const top = await analytics.listTopImages(subject, since, maxImages)
    const shown = await images.showOwn(
      viewer,
      top.map(({ id }) => id),
    )
    return top.flatMap(({ id, views }) => {
      const image = shown.get(id)
      return image ? [{ _id: id, title: image.title, thumbnailUrl: image.thumbnailUrl, views }] : []
    })
  }

  const readReferrers = async (subject: Subject, since: number) =>
    topReferrers(await analytics.listReferrers(subject, new Date(hours(since))))

  async function requireOwn(viewer: Viewer, id: string) {
    const link = requireOwner(await analytics.findLink(id), viewer)
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
          'Analytics as CSV are part of the Gold plan. Please upgrade to download them.',
        )
      }
      const { days = [], images = [] } = await read(viewer, subject, period, plan)
      return { name: fileNameOf(link.title), text: csvOf(days, images) }
    },
  }
}
export type AnalyticsService = ReturnType<typeof createAnalyticsService>
