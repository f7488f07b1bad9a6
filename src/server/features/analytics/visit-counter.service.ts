import { setImmediate as nextTurnOfEventLoop, setTimeout as sleep } from 'node:timers/promises'
import { type Clock, days } from '#server/platform/clock.ts'
import { createJob, type Log } from '#server/platform/concurrency/job.ts'
import { networkOf } from '#server/platform/network.ts'
import { createUserAgentReader } from '#server/platform/user-agent.ts'
import type { Client } from '#server/viewer.ts'
import { hourOf } from './counter-snapshots.ts'
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
 * How a visit comes into a chart, and the words for it:
 *
 * event        a visit, view (of an image) or download, as a request reported it; held in memory
 * visitor key  the salted hash that stands for the visitor from then on (visitor-keys.ts)
 * counts       what is added up of events, link by link, and written in one transaction (visit-counts.ts)
 * snapshot     where the counters of a link or account stood when an hour began (counter-snapshots.ts)
 *
 * analytics.service.ts shows periods: each is the difference of two snapshots.
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

/** The longest that an event holds the visitor's IP address. */
const keyAfterMs = 20

/** Events wait this long in memory, and some moments until they are written: a crash loses no more than a second. */
const flushMs = 900

/** Events written in one transaction: others who write wait for no more. */
const maxWritten = 20_000

/** The longest that writing keeps the event loop from going on. */
const maxBlockingMs = 1

/** The longest that somebody who wants to see the counts waits for them to be written. */
const maxFlushWaitMs = 300

/** Events that wait where the database does not take them; those beyond are lost. */
const maxWaiting = 100_000

/** A year is compared with the year before; the rest is asked about for a year. */
const snapshotDays = 735
const otherDays = 400

/**
 * Counts visits of links, views of images and downloads. It never delays or breaks an answer: a request only leaves an event
 * in memory, and events are written a moment later. Of who they were only a salted hash is kept, for as long as they are
 * told apart by it.
 */
export function createVisitCounter({ visits, publicUrl, toActivityEvent, clock, log }: Dependencies) {
  const ownHost = new URL(publicUrl).hostname
  const describe = createUserAgentReader()
  const visitorKeys = createVisitorKeys({ visits, clock })
  const limits = createNetworkLimits(clock)
  let reported: VisitEvent[] = []
  let waiting: KeyedEvent[] = []
  let leftOut = createVisitCounts()
  let lost = 0
  let writing: Promise<void> = Promise.resolve()

  const leaveOut = ({ linkId, ownerId }: Target, reason: 'bots' | 'owner' | 'repeats') => {
    leftOut.of(linkId, ownerId).counts[reason]++
  }

  /** Only pushed, to be handled with others: many at once take a fifth of the time that each would take alone. */
  function report(kind: VisitEventKind, target: Target, client: Client, referrer: string) {
    if (reported.push({ kind, target, client, referrer }) === 1) setTimeout(keyReported, keyAfterMs).unref()
  }

  function keyReported() {
    const events = reported
    reported = []
    const now = clock.now().getTime()
    for (const event of events) keyOne(event, now)
  }

  /** Every event once: it is a machine's, else the owner's, else a repeat, else it waits to be written. */
  function keyOne({ kind, target, client, referrer }: VisitEvent, now: number) {
    const { isMachine, device, nameHash: browser } = describe(client.userAgent)
    if (isMachine || isFetchedAhead(client)) return leaveOut(target, 'bots')
    if (client.userId === target.ownerId) return leaveOut(target, 'owner')
    const { linkId, ownerId, imageId = '', invitationId = '' } = target
    const what = kind === 'download' ? `download ${imageId || linkId}` : imageId || linkId
    const network = networkOf(client.ip)
    // Of one household each may have an invitation: they are told apart by it.
    const visitorKey = visitorKeys.identify(`${network} ${browser} ${what} ${invitationId}`.trimEnd(), now)
    if (!visitorKey || !limits.allowsBrowser(network, linkId, browser)) return leaveOut(target, 'repeats')
    const told = referrerHost(referrer, ownHost)
    const host = told !== '' && limits.allowsReferrer(network, linkId, told) ? told : ''
    if (waiting.length >= maxWaiting) lost++
    else waiting.push({ kind, linkId, ownerId, imageId, invitationId, device, referrer: host, visitorKey })
  }

  const isFlushed = () => reported.length === 0 && waiting.length === 0 && leftOut.isEmpty()

  /** One writing after the other; whoever waits for it finds everything reported before written. */
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
      const uncounted = leftOut
      leftOut = createVisitCounts()
      try {
        await write(events, uncounted)
      } catch (error) {
        waiting = [...events, ...waiting]
        for (const link of uncounted.all()) leftOut.add(link)
        throw error
      }
      left -= maxWritten
    } while (left > 0)
    if (lost > 0) log.warn({ lost }, 'the database took no visits for so long that some were not counted')
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

  const job = createJob({ name: 'visits', everyMs: flushMs, run: flush, log })

  return {
    /** `referrer` is the host that the page says they came from. */
    countVisit: (target: Target, client: Client, referrer = '') => report('visit', target, client, referrer),
    countView: (target: Target & { imageId: string }, client: Client) => report('view', target, client, ''),
    /** Of one image in full size; or without one, of all that the link holds. */
    countDownload: (target: Target, client: Client) => report('download', target, client, ''),
    /** For an owner who wants to see what has been counted up to now; if that takes long or fails, a little less is shown. */
    flushCounts: () =>
      Promise.race([
        (isFlushed() ? writing : flush()).catch(() => {}),
        sleep(maxFlushWaitMs, undefined, { ref: false }),
      ]),
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
      await flush().catch((error) => log.error({ err: error }, 'the last visits were not counted'))
    },
  }
}

const isFetchedAhead = ({ purpose }: Client) => purpose !== undefined && /prefetch|preview|prerender/i.test(purpose)

const hostPattern = /^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/

/** The host that somebody came from, told by the page itself; empty where it tells none, or only where they are. */
function referrerHost(told: string, ownHost: string) {
  if (told === '') return ''
  const host = told.toLowerCase().replace(/:\d{1,5}$/, '')
  return host !== ownHost && host.length <= 253 && hostPattern.test(host) ? host : ''
}

/** Called between small pieces of work, it yields to the event loop whenever these have taken long enough. */
function createYielding() {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxBlockingMs) return
    await nextTurnOfEventLoop()
    since = performance.now()
  }
}
