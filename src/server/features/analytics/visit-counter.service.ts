import { setImmediate as nextTurnOfEventLoop, setTimeout as sleep } from 'node:timers/promises'
import { isOwner } from '#server/features/access/roles.ts'
import { type Clock, days } from '#server/platform/clock.ts'
import { createJob, type Log } from '#server/platform/concurrency/job.ts'
import { hourOf } from '#server/platform/local-days.ts'
import { networkOf } from '#server/platform/network.ts'
import { createUserAgentReader } from '#server/platform/user-agent.ts'
import type { Client } from '#server/viewer.ts'
import { createNetworkLimits } from './network-limits.ts'
import type { VisitCounterRepository } from './visit-counter.repository.ts'
import {
  addEvents,
  createVisitCounts,
  type KeyedEvent,
  type OpenedEvent,
  type VisitCounts,
  type VisitEventKind,
  writeCounts,
} from './visit-counts.ts'
import { createVisitorKeys } from './visitor-keys.ts'

/*
 * From a visit to a chart:
 *
 * event        a visit, image view or download reported by a request, kept only in memory
 * visitor key  a salted hash that replaces the visitor's IP address and browser (visitor-keys.ts)
 * counts       events added up per link and written in one transaction (visit-counts.ts)
 * snapshot     the counters of a link or account at the start of an hour (counter-snapshots.ts)
 *
 * analytics.service.ts computes each period as the difference of two snapshots.
 */

type Dependencies = {
  visits: VisitCounterRepository
  publicUrl: string
  toActivityEvent?: OpenedEvent
  clock: Clock
  log: Log
}
type Target = { linkId: string; ownerId: string; imageId?: string; invitationId?: string | undefined }
type VisitEvent = { kind: VisitEventKind; target: Target; client: Client; referrer: string }

/** An event keeps the visitor's IP address for about this long. */
const keyAfterMs = 20

/** Events are written this often, so a crash loses about a second of them. */
const flushMs = 900

/** A transaction writes at most this many events, so it doesn't block other writers for long. */
const maxWritten = 20_000

const maxBlockingMs = 1

/** An owner's request waits at most this long for pending counts. After that, it shows slightly older ones. */
const maxFlushWaitMs = 300

/** While the database is down, at most this many events are kept. Others are dropped. */
const maxWaiting = 100_000

/**
 * Counter snapshots cover two years, to compare a year with the previous one. Image snapshots, referrers and invitation
 * counts cover a bit more than a year.
 */
const snapshotDays = 735
const otherDays = 400

/**
 * Counts visits, image views and downloads without delaying or breaking a response. A request only queues an event in
 * memory, and a job writes the queue to the database. Visitors are stored as salted hashes, which are deleted daily.
 */
export function createVisitCounter({ visits, publicUrl, toActivityEvent, clock, log }: Dependencies) {
  const ownHost = new URL(publicUrl).hostname
  const describe = createUserAgentReader()
  const visitorKeys = createVisitorKeys({ visits, clock })
  const limits = createNetworkLimits(clock)
  let reported: VisitEvent[] = []
  let waiting: KeyedEvent[] = []
  let skipped = createVisitCounts()
  let lost = 0
  let writing: Promise<void> = Promise.resolve()

  const skip = ({ linkId, ownerId }: Target, reason: 'bots' | 'owner' | 'repeats') => {
    skipped.of(linkId, ownerId).counts[reason]++
  }

  /** Only queues the event, because processing events in batches is much faster. */
  function report(kind: VisitEventKind, target: Target, client: Client, referrer: string) {
    if (reported.push({ kind, target, client, referrer }) === 1) setTimeout(keyReported, keyAfterMs).unref()
  }

  function keyReported() {
    const events = reported
    reported = []
    const now = clock.now().getTime()
    for (const event of events) keyOne(event, now)
  }

  function keyOne({ kind, target, client, referrer }: VisitEvent, now: number) {
    const { isMachine, device, nameHash: browser } = describe(client.userAgent)
    if (isMachine || isPrefetch(client)) return skip(target, 'bots')
    if (isOwner({ userId: target.ownerId }, client)) return skip(target, 'owner')
    const { linkId, ownerId, imageId = '', invitationId = '' } = target
    const what = kind === 'download' ? `download ${imageId || linkId}` : imageId || linkId
    const network = networkOf(client.ip)
    // Separate invitations distinguish people in the same household.
    const visitorKey = visitorKeys.identify(`${network} ${browser} ${what} ${invitationId}`.trimEnd(), now)
    if (!visitorKey || !limits.allowsBrowser(network, linkId, browser)) return skip(target, 'repeats')
    const referrerName = referrerHost(referrer, ownHost)
    const host = referrerName !== '' && limits.allowsReferrer(network, linkId, referrerName) ? referrerName : ''
    if (waiting.length >= maxWaiting) lost++
    else waiting.push({ kind, linkId, ownerId, imageId, invitationId, device, referrer: host, visitorKey })
  }

  const isFlushed = () => reported.length === 0 && waiting.length === 0 && skipped.isEmpty()

  /** Runs one write at a time. When it resolves, all events reported before the call have been written. */
  function flush() {
    writing = writing.catch(() => {}).then(writeAll)
    return writing
  }

  async function writeAll() {
    await visitorKeys.loadSalts()
    keyReported()
    if (isFlushed()) return
    let left = waiting.length
    do {
      const events = waiting.slice(0, maxWritten)
      waiting = waiting.slice(maxWritten)
      const uncounted = skipped
      skipped = createVisitCounts()
      try {
        await write(events, uncounted)
      } catch (error) {
        waiting = [...events, ...waiting]
        for (const link of uncounted.all()) skipped.add(link)
        throw error
      }
      left -= maxWritten
    } while (left > 0)
    if (lost > 0) log.warn({ lost }, 'dropped visits because the database was unavailable for too long')
    lost = 0
  }

  const write = (events: KeyedEvent[], uncounted: VisitCounts) =>
    visits.transaction(async (tx) => {
      const yieldToEventLoop = createYielding()
      const keys = events.map(({ visitorKey }) => visitorKey)
      const eventsToday = await visitorKeys.record(tx, keys, yieldToEventLoop)
      const visitCounts = createVisitCounts()
      for (const link of uncounted.all()) visitCounts.add(link)
      const { imageViews, invitations } = addEvents(visitCounts, events, eventsToday)
      const now = clock.now()
      await writeCounts(tx, {
        links: visitCounts.all(),
        imageViews,
        invitations,
        toActivityEvent,
        now,
        yieldToEventLoop,
      })
    })

  const waitFor = (written: Promise<void>) =>
    Promise.race([written.catch(() => {}), sleep(maxFlushWaitMs, undefined, { ref: false })])

  const job = createJob({ name: 'visits', everyMs: flushMs, run: flush, log })

  return {
    /** `referrer` is the host reported by the page. */
    countVisit: (target: Target, client: Client, referrer = '') => report('visit', target, client, referrer),
    countView: (target: Target & { imageId: string }, client: Client) => report('view', target, client, ''),
    /** Counts a download of one full-size image, or of the whole link if there's no image ID. */
    countDownload: (target: Target, client: Client) => report('download', target, client, ''),
    /**
     * Call this before showing counts to an owner. If writing is slow or fails, the counts are slightly older. Repeats
     * aren't part of these counts, so a visitor who reloads doesn't make the owner wait for a transaction.
     */
    flushCounts() {
      keyReported()
      return waitFor(waiting.length === 0 ? writing : flush())
    },
    /** Also writes the events that were left out, which only analytics shows. */
    flushAllCounts: () => waitFor(isFlushed() ? writing : flush()),
    flush,
    waitingCount: () => reported.length + waiting.length,
    async forget() {
      await visitorKeys.forget()
      const now = clock.now().getTime()
      await visits.removeSnapshotsBefore(hourOf(now - days(snapshotDays)))
      await visits.removeImageSnapshotsBefore(hourOf(now - days(otherDays)))
      await visits.removeReferrersBefore(new Date(now - days(otherDays)))
      await visits.removeInvitationDaysBefore(new Date(now - days(otherDays)))
    },
    start: job.start,
    async stop() {
      await job.stop()
      await flush().catch((error) => log.error({ err: error }, "the last visits couldn't be written"))
    },
  }
}

const isPrefetch = ({ purpose }: Client) => purpose !== undefined && /prefetch|preview|prerender/i.test(purpose)

const hostPattern = /^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/

/** Returns an empty string if the host is missing, invalid or our own. */
function referrerHost(reported: string, ownHost: string) {
  if (reported === '') return ''
  const host = reported.toLowerCase().replace(/:\d{1,5}$/, '')
  return host !== ownHost && host.length <= 253 && hostPattern.test(host) ? host : ''
}

/** Call the returned function between small pieces of work. It yields to the event loop after `maxBlockingMs`. */
function createYielding() {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxBlockingMs) return
    await nextTurnOfEventLoop()
    since = performance.now()
  }
}
