import { setImmediate as othersTurn, setTimeout as sleep } from 'node:timers/promises'
import { type Clock, days } from '#server/platform/clock.ts'
import { createJob, type Log } from '#server/platform/concurrency/job.ts'
import { networkOf } from '#server/platform/network.ts'
import { createUserAgentReader } from '#server/platform/user-agent.ts'
import type { Visitor } from '#server/viewer.ts'
import { hourOf } from './counter-snapshots.ts'
import { referrerHost } from './referrer-host.ts'
import { addNotes, createTallies, type Note, type Reason, type Tallies } from './tally.ts'
import type { VisitCounterRepository } from './visit-counter.repository.ts'
import { createVisitors } from './visitors.ts'
import { writeTallies } from './write-tallies.ts'

type Dependencies = { visits: VisitCounterRepository; publicUrl: string; clock: Clock; log: Log }
type Target = { linkId: string; ownerId: string; imageId?: string }
type Arrival = { kind: Note['kind']; target: Target; visitor: Visitor; referrer: string }

/** The longest that it is known by its address who came. */
const arrivalsMs = 20

/** Counts wait this long in memory, and some moments until they are written: a crash loses no more than a second. */
const flushMs = 900

/** Notes written in one transaction: others who write wait for no more. */
const maxWritten = 20_000

/** The longest that writing keeps everything else from going on. */
const breathMs = 1

/** The longest that somebody who wants to see the counts waits for them to be written. */
const settleMs = 300

/** Notes that wait where the database does not take them; those beyond are lost. */
const maxWaiting = 100_000

/** A year's figures are compared with the year before; the rest is asked about for a year. */
const readingDays = 735
const otherDays = 400

/**
 * Counts people who look at links and images. It never delays or breaks an answer: a request leaves a note, and notes are
 * written a moment later. Of who they were only a salted hash is kept, for as long as they are told apart by it.
 */
export function createVisitCounter({ visits, publicUrl, clock, log }: Dependencies) {
  const ownHost = new URL(publicUrl).hostname
  const describe = createUserAgentReader()
  const visitors = createVisitors({ visits, clock })
  let arrivals: Arrival[] = []
  let notes: Note[] = []
  let leftOut = createTallies()
  let lost = 0
  let writing: Promise<void> = Promise.resolve()

  const leaveOut = ({ linkId, ownerId }: Target, reason: Reason) => {
    leftOut.of(linkId, ownerId).counts[reason]++
  }

  /** Only put down, to be counted with others: many at once take a fifth of the time that each would take alone. */
  function count(kind: Note['kind'], target: Target, visitor: Visitor, referrer: string) {
    if (arrivals.push({ kind, target, visitor, referrer }) === 1) setTimeout(countArrivals, arrivalsMs).unref()
  }

  function countArrivals() {
    const arrived = arrivals
    arrivals = []
    for (const arrival of arrived) countOne(arrival)
  }

  /** Every request once: it is a machine's, else the owner's, else a repeat, else it counts. */
  function countOne({ kind, target, visitor, referrer }: Arrival) {
    const { isMachine, device, mark } = describe(visitor.userAgent)
    if (isMachine || isNoLook(visitor)) return leaveOut(target, 'bots')
    if (visitor.userId === target.ownerId) return leaveOut(target, 'owner')
    const { linkId, ownerId, imageId = '' } = target
    const what = kind === 'download' ? `download ${imageId || linkId}` : imageId || linkId
    const sighting = visitors.sight(`${networkOf(visitor.ip)} ${mark} ${what}`)
    if (!sighting) return leaveOut(target, 'repeats')
    if (notes.length >= maxWaiting) lost++
    else notes.push({ kind, linkId, ownerId, imageId, device, referrer: referrerHost(referrer, ownHost), sighting })
  }

  const isSettled = () => arrivals.length === 0 && notes.length === 0 && leftOut.isEmpty()

  /** One writing after the other; whoever waits for it finds everything noted before written. */
  function flush() {
    writing = writing.catch(() => {}).then(writeAll)
    return writing
  }

  async function writeAll() {
    await visitors.prepare()
    countArrivals()
    if (isSettled()) return
    let left = notes.length
    do {
      const some = notes.slice(0, maxWritten)
      notes = notes.slice(maxWritten)
      const uncounted = leftOut
      leftOut = createTallies()
      try {
        await write(some, uncounted)
      } catch (error) {
        notes = [...some, ...notes]
        for (const tally of uncounted.all()) leftOut.add(tally)
        throw error
      }
      left -= maxWritten
    } while (left > 0)
    if (lost > 0) log.warn({ lost }, 'the database took no visits for so long that some were not counted')
    lost = 0
  }

  const write = (some: Note[], uncounted: Tallies) =>
    visits.transaction(async (tx) => {
      const breathe = createBreath()
      const sightings = some.map(({ sighting }) => sighting)
      const looks = await visitors.tellApart(tx, sightings, breathe)
      const tallies = createTallies()
      for (const tally of uncounted.all()) tallies.add(tally)
      const imageViews = addNotes(tallies, some, looks)
      await writeTallies(tx, { links: tallies.all(), imageViews, now: clock.now(), breathe })
    })

  const job = createJob({ name: 'visits', everyMs: flushMs, run: flush, log })

  return {
    /** `referrer` is the host that the page says they came from. */
    countVisit: (linkId: string, ownerId: string, visitor: Visitor, referrer = '') =>
      count('visit', { linkId, ownerId }, visitor, referrer),
    countView: (target: Required<Target>, visitor: Visitor) => count('view', target, visitor, ''),
    /** Of one image in full size; or without one, of all that the link holds. */
    countDownload: (target: Target, visitor: Visitor) => count('download', target, visitor, ''),
    /** For an owner who wants to see what has been counted up to now; if that takes long or fails, a little less is shown. */
    settle: () =>
      Promise.race([(isSettled() ? writing : flush()).catch(() => {}), sleep(settleMs, undefined, { ref: false })]),
    async forget() {
      await visitors.forget()
      const now = clock.now().getTime()
      await visits.removeReadingsBefore(hourOf(now - days(readingDays)))
      await visits.removeImageReadingsBefore(hourOf(now - days(otherDays)))
      await visits.removeReferrersBefore(new Date(now - days(otherDays)))
    },
    start: job.start,
    async stop() {
      await job.stop()
      await flush().catch((error) => log.error({ err: error }, 'the last visits were not counted'))
    },
  }
}

const isNoLook = ({ purpose }: Visitor) => purpose !== undefined && /prefetch|preview|prerender/i.test(String(purpose))

/** Called between small pieces of work, it lets others go on whenever that has taken long enough. */
function createBreath() {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < breathMs) return
    await othersTurn()
    since = performance.now()
  }
}
