import { hash } from 'node:crypto'
import { isbot } from 'isbot'
import { type Clock, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { createJob, type Log } from '#server/platform/job.ts'
import { createKept } from '#server/platform/kept.ts'
import { newToken } from '#server/platform/tokens.ts'
import type { Visitor } from '#server/viewer.ts'
import type { VisitRepository } from './visits.repository.ts'

type Dependencies = { visits: VisitRepository; clock: Clock; log: Log }
type Target = { kind: 'links' | 'images'; id: string; ownerId: string }
type Event = Omit<Target, 'ownerId'> & { visitorKey: string }

/** The same visitor counts once in this time. */
const repeatMs = minutes(30)

/** Counts wait this long in memory: a crash loses no more. */
const flushMs = 1000

/** Visitors remembered in memory, so that a reload costs no query; beyond it the database alone remembers. */
const maxRemembered = 100_000

/**
 * Counts people who look at links and images. It never delays or breaks an answer: a request leaves a note, and notes are
 * written a moment later. Of who they were only a salted hash is kept, for as long as a repeat is told by it.
 */
export function createVisitService({ visits, clock, log }: Dependencies) {
  const remembered = new Map<string, number>()
  const machines = createKept<boolean>({ maxSize: 1000, sizeOf: () => 1 })
  let noted: Event[] = []
  let salt = { day: '', value: '' }
  let writing: Promise<void> = Promise.resolve()

  /** Until the day's salt is read, notes are hashed with one of our own: they are only told apart within a second. */
  const memorySalt = newToken()

  /** Many visitors share few browsers, and looking one up among the crawlers takes longer than anything else here. */
  function isMachine(userAgent: string) {
    const known = machines.get(userAgent)
    if (known !== undefined) return known
    const answer = isbot(userAgent)
    machines.set(userAgent, answer)
    return answer
  }

  function wasSeen(key: string) {
    const now = clock.now().getTime()
    const until = remembered.get(key) ?? 0
    if (until > now) return true
    remembered.delete(key)
    remembered.set(key, now + repeatMs)
    if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value as string)
    return false
  }

  /** Notes a look, unless it is the owner's, a machine's, or a repeat. */
  function count({ kind, id, ownerId }: Target, { userId, address, userAgent, isPrefetch }: Visitor) {
    if (userId === ownerId || isPrefetch || userAgent === '') return
    const key = hash('sha256', `${memorySalt} ${address} ${userAgent} ${id}`, 'base64url')
    if (wasSeen(key) || isMachine(userAgent)) return
    noted.push({ kind, id, visitorKey: `${address} ${userAgent} ${id}` })
    job.nudge()
  }

  /** One writing after the other; whoever waits for it finds everything noted before written. */
  function flush() {
    writing = writing.catch(() => {}).then(writeNoted)
    return writing
  }

  async function writeNoted() {
    if (noted.length === 0) return
    const events = noted
    noted = []
    try {
      await write(events)
    } catch (error) {
      noted = [...events, ...noted].slice(0, maxRemembered)
      throw error
    }
  }

  async function write(events: Event[]) {
    const day = instantNow(clock).slice(0, 10)
    if (salt.day !== day) salt = { day, value: await visits.ensureSalt(day, newToken()) }
    const byKey = new Map(
      events.map((event) => [hash('sha256', `${salt.value} ${event.visitorKey}`, 'base64url'), event]),
    )
    // Always in the same order, so that nodes that count the same links do not wait for each other in a ring.
    const keys = [...byKey.keys()].sort()
    await visits.transaction(async (tx) => {
      const fresh = await tx.remember(keys, instantNow(clock), instantIn(clock, repeatMs))
      const counted = fresh.flatMap((key) => byKey.get(key) ?? [])
      const byTarget = Map.groupBy(counted, ({ kind, id }) => `${kind} ${id}`)
      for (const target of [...byTarget.keys()].sort()) {
        const [kind, id] = target.split(' ') as [Event['kind'], string]
        await tx.addViews(kind, id, byTarget.get(target)?.length ?? 0)
      }
    })
  }

  const job = createJob({ name: 'visits', everyMs: flushMs, run: flush, log })

  return {
    countVisit: (linkId: string, ownerId: string, visitor: Visitor) =>
      count({ kind: 'links', id: linkId, ownerId }, visitor),
    countView: (imageId: string, ownerId: string, visitor: Visitor) =>
      count({ kind: 'images', id: imageId, ownerId }, visitor),
    /** For an owner who wants to see what has been counted up to now; if it cannot be written, a little less is shown. */
    settle: () => (noted.length === 0 ? writing : flush()).catch(() => {}),
    async forget() {
      await visits.forgetSeenBefore(instantNow(clock))
      await visits.removeSaltsBefore(instantNow(clock).slice(0, 10))
    },
    start: job.start,
    async stop() {
      await job.stop()
      await flush().catch((error) => log.error({ err: error }, 'the last visits were not counted'))
    },
  }
}
