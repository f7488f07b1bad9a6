import { hourOf } from '#server/platform/local-days.ts'
import type { DeviceKind } from '#shared/analytics.ts'
import { allLinks, type Counts, counters, noCounts } from './analytics.tables.ts'
import { dayAt, type InvitationCounts, increment, monthAt, restHost } from './counter-snapshots.ts'
import { batchesOf, type VisitCounterRepository } from './visit-counter.repository.ts'
import type { VisitorKey } from './visitor-keys.ts'

export type VisitEventKind = 'visit' | 'view' | 'download'

/** The key replaces the visitor's IP address and browser. Repeats are only ruled out when the event is written. */
export type KeyedEvent = {
  kind: VisitEventKind
  linkId: string
  ownerId: string
  imageId: string
  /** Empty if there's no invitation. */
  invitationId: string
  device: DeviceKind
  referrer: string
  visitorKey: VisitorKey
}

export type LinkCounts = { linkId: string; ownerId: string; counts: Counts; referrers: Map<string, number> }

/** Each link and account stores up to this many hosts per day and per month. Others are merged. */
const maxHosts = 20

const deviceCounters: Record<DeviceKind, keyof Counts | undefined> = {
  phone: 'phones',
  tablet: 'tablets',
  computer: 'computers',
  other: undefined,
}

export function createVisitCounts() {
  const byLink = new Map<string, LinkCounts>()

  const of = (linkId: string, ownerId: string) => {
    let link = byLink.get(linkId)
    if (!link) {
      link = { linkId, ownerId, counts: { ...noCounts }, referrers: new Map() }
      byLink.set(linkId, link)
    }
    return link
  }

  return {
    of,
    all: () => [...byLink.values()],
    isEmpty: () => byLink.size === 0,
    add(other: LinkCounts) {
      const { counts, referrers } = of(other.linkId, other.ownerId)
      for (const name of counters) counts[name] += other.counts[name]
      for (const [host, visits] of other.referrers) increment(referrers, host, visits)
    },
  }
}
export type VisitCounts = ReturnType<typeof createVisitCounts>

/**
 * `eventsToday` has no entry for repeats. A value of 1 means that it's the visitor's first event today for this link,
 * image or download.
 */
export function addEvents(visitCounts: VisitCounts, events: KeyedEvent[], eventsToday: Map<VisitorKey, number>) {
  const imageViews = new Map<string, number>()
  const invitations = new Map<string, InvitationCounts>()
  for (const event of events) {
    const { counts, referrers } = visitCounts.of(event.linkId, event.ownerId)
    const today = eventsToday.get(event.visitorKey)
    if (today !== undefined && event.invitationId) addToInvitation(invitations, event)
    if (today === undefined) counts.repeats++
    else if (event.kind === 'view') {
      counts.views++
      increment(imageViews, event.imageId)
    } else if (event.kind === 'download') counts.downloads++
    else {
      counts.visits++
      if (today === 1) counts.visitors++
      const device = deviceCounters[event.device]
      if (device) counts[device]++
      if (event.referrer) increment(referrers, event.referrer)
    }
  }
  return { imageViews, invitations }
}

const invitationCounters = { visit: 'visits', view: 'views', download: 'downloads' } as const

function addToInvitation(invitations: Map<string, InvitationCounts>, { invitationId, kind }: KeyedEvent) {
  const counts = invitations.get(invitationId) ?? { visits: 0, views: 0, downloads: 0 }
  counts[invitationCounters[kind]]++
  invitations.set(invitationId, counts)
}

type Bound = Omit<VisitCounterRepository, 'transaction'>
export type OpenedEvent = (opened: {
  link: { id: string; userId: string }
  name: string
}) => Parameters<Bound['insertEvent']>[0]

type Work = {
  links: LinkCounts[]
  imageViews: Map<string, number>
  invitations?: Map<string, InvitationCounts>
  toActivityEvent?: OpenedEvent | undefined
  now: Date
  yieldToEventLoop: () => Promise<void>
}

/**
 * Always lock in this order (images, links, invitations, then the counters of links and accounts, each by ID), to avoid
 * deadlocks.
 */
export async function writeCounts(
  tx: Bound,
  { links, imageViews, invitations = new Map(), toActivityEvent, now, yieldToEventLoop }: Work,
) {
  const hour = hourOf(now.getTime())
  for (const [imageId, count] of sortedBy([...imageViews], ([id]) => id)) {
    await tx.addViews(imageId, count, hour)
    await yieldToEventLoop()
  }

  const accounts = createVisitCounts()
  const existing: LinkCounts[] = []
  for (const link of sortedBy(links, ({ linkId }) => linkId)) {
    const exists = await tx.addVisits(link, link.counts.visits)
    if (exists) {
      existing.push(link)
      accounts.add({ ...link, linkId: link.ownerId })
    }
    await yieldToEventLoop()
  }

  for (const [id, counts] of sortedBy([...invitations], ([id]) => id)) {
    const opened = await tx.addInvitationCounts(id, counts, now)
    if (opened && toActivityEvent) await tx.insertEvent(toActivityEvent(opened))
    await yieldToEventLoop()
  }

  const ofAccounts = accounts.all().map((account) => ({ ...account, linkId: allLinks }))
  const all = sortedBy([...ofAccounts, ...existing], ({ ownerId, linkId }) => `${ownerId} ${linkId}`)
  for (const some of batchesOf(all)) {
    await tx.addCounts(some, hour)
    await yieldToEventLoop()
  }
  for (const each of all) {
    if (each.referrers.size === 0) continue
    for (const span of [dayAt(now), monthAt(now)]) await addReferrers(tx, each, span)
    await yieldToEventLoop()
  }
}

const sortedBy = <T>(items: T[], keyOf: (item: T) => string) =>
  items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

/** There's no race, because the counters of this link or account are locked until the transaction ends. */
async function addReferrers(tx: Bound, { ownerId, linkId, referrers }: LinkCounts, span: string) {
  const subject = { userId: ownerId, linkId }
  const named = new Set((await tx.listHosts(subject, span)).map(({ host }) => host))
  named.delete(restHost)
  const rows = new Map<string, number>()
  for (const [host, visits] of [...referrers].sort(([, one], [, other]) => other - one)) {
    if (named.size < maxHosts) named.add(host)
    increment(rows, named.has(host) ? host : restHost, visits)
  }
  await tx.addReferrers(subject, span, [...rows])
}
