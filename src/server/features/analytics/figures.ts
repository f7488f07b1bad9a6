import type { AnalyticsDay, DeviceKind } from '#shared/analytics.ts'
import { restHost } from './counter-snapshots.ts'
import { type Counts, counters, noCounts } from './counts.ts'
import { addOne } from './tally.ts'

type Referrer = { host: string; visits: number }

const maxReferrers = 20

/** What was counted between two readings. */
export function difference(from: Counts = noCounts, to: Counts = noCounts) {
  const counts = { ...noCounts }
  for (const name of counters) counts[name] = to[name] - from[name]
  return counts
}

export const totalsOf = ({ visits, visitors, views, downloads }: Counts) => ({
  visits,
  visitors,
  imageViews: views,
  downloads,
})

export const dayOf = (date: string, { visits, visitors, views, downloads }: Counts): AnalyticsDay => ({
  date,
  visits,
  visitors,
  imageViews: views,
  downloads,
})

const byVisits = (one: { visits: number }, other: { visits: number }) => other.visits - one.visits

export function devicesOf({ visits, phones, tablets, computers }: Counts) {
  const kinds: { kind: DeviceKind; visits: number }[] = [
    { kind: 'phone', visits: phones },
    { kind: 'tablet', visits: tablets },
    { kind: 'computer', visits: computers },
    { kind: 'other', visits: visits - phones - tablets - computers },
  ]
  return kinds.filter(({ visits }) => visits > 0).sort(byVisits)
}

/** Those that brought the most; the rest, with what was not told apart when it was counted, comes last. */
export function topReferrers(rows: Referrer[]): Referrer[] {
  const byHost = new Map<string, number>()
  for (const { host, visits } of rows) addOne(byHost, host, visits)
  const all = [...byHost].map(([host, visits]) => ({ host, visits }))
  const named = all.filter(({ host }) => host !== restHost)
  named.sort((one, other) => byVisits(one, other) || (one.host < other.host ? -1 : 1))
  const shown = named.slice(0, maxReferrers)
  const sum = (some: Referrer[]) => some.reduce((total, { visits }) => total + visits, 0)
  const rest = sum(all) - sum(shown)
  return rest > 0 ? [...shown, { host: restHost, visits: rest }] : shown
}
