import { hash } from 'node:crypto'
import { type Clock, days, hours, minutes } from '#server/platform/clock.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'
import { batchesOf, type VisitCounterRepository } from './visit-counter.repository.ts'

/**
 * Identifies a visitor and what they opened or downloaded. `earlierKey` uses the previous day's salt. `facts` are kept
 * only until the day's salt is loaded.
 */
export type VisitorKey = { day: number; key: number; earlierKey: number; facts: string }

type Bound = Omit<VisitCounterRepository, 'transaction'>

/** A visitor counts only once per link, image or download within this time. */
const repeatMs = minutes(30)

/** Visitors are cached, so reloads don't query the database. Each of the two generations has up to this many. */
const maxRemembered = 50_000

/** Keys are integers below 2 ** 53, so JavaScript represents them exactly. Every fourth day reuses the same range. */
const keysOfDay = 2 ** 51
const rangeStart = (day: number) => (day % 4) * keysOfDay

const rangeOf = (day: number) => ({ from: rangeStart(day), to: rangeStart(day) + keysOfDay })

const dayMs = days(1)
const dayOf = (ms: number) => Math.floor(ms / dayMs)
const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/**
 * Identifies visitors by a salted hash of their network, browser, invitation, and what they opened or downloaded. The
 * salt changes daily (UTC) and is then discarded. All nodes share it, so they compute the same keys.
 */
export function createVisitorKeys({ visits, clock }: { visits: VisitCounterRepository; clock: Clock }) {
  const salts = new Map<number, string>()
  // The cache has two generations, because it's cheap to drop the older one as a whole.
  let seenUntil = new Map<number, number>()
  let seenBefore = new Map<number, number>()

  /**
   * Uses 51 bits of the hash. With a million visitors a day, two keys collide once in a few thousand days. Returns 0,
   * which is never a real key, until the day's salt is loaded.
   */
  const keyOf = (day: number, facts: string) => {
    const salt = salts.get(day)
    if (!salt) return 0
    const hexHash = hash('sha256', `${salt} ${facts}`)
    return rangeStart(day) + (Number.parseInt(hexHash.slice(0, 13), 16) % keysOfDay || 1)
  }

  /** Right after midnight, a visitor may have been seen under yesterday's key. */
  const earlierKeyOf = (day: number, now: number, facts: string) =>
    dayOf(now - repeatMs) < day ? keyOf(day - 1, facts) : 0

  function remember(key: number, until: number) {
    if (seenUntil.size >= maxRemembered) {
      seenBefore = seenUntil
      seenUntil = new Map()
    }
    seenUntil.set(key, until)
  }

  return {
    /** Returns undefined if the visitor was seen within the last half hour. */
    identify(facts: string, now: number): VisitorKey | undefined {
      const day = dayOf(now)
      const key = keyOf(day, facts)
      if (key !== 0) {
        if ((seenUntil.get(key) ?? seenBefore.get(key) ?? 0) > now) return undefined
        remember(key, now + repeatMs)
      }
      return { day, key, earlierKey: earlierKeyOf(day, now, facts), facts: key === 0 ? facts : '' }
    },

    /** Loads the salts for now and for the next hour, so events don't have to wait for one. */
    async loadSalts() {
      const now = clock.now().getTime()
      for (const day of [dayOf(now), dayOf(now + hours(1))]) {
        if (!salts.has(day)) salts.set(day, await visits.ensureSalt(dateOf(day), newToken()))
      }
      const earliest = dayOf(now - repeatMs)
      if (!salts.has(earliest)) salts.set(earliest, (await visits.findSalt(dateOf(earliest))) ?? '')
      for (const day of salts.keys()) if (day < earliest) salts.delete(day)
    },

    /** Returns the number of events today, including this one, for each visitor who isn't a repeat. */
    async record(tx: Bound, visitorKeys: VisitorKey[], yieldToEventLoop: () => Promise<void>) {
      const now = clock.now().getTime()
      const eventsToday = new Map<VisitorKey, number>()
      const byKey = new Map<number, VisitorKey>()
      const byEarlierKey = new Map<number, VisitorKey>()
      for (const visitorKey of visitorKeys) {
        if (visitorKey.key === 0) complete(visitorKey)
        if (!byKey.has(visitorKey.key)) byKey.set(visitorKey.key, visitorKey)
        if (visitorKey.earlierKey !== 0) byEarlierKey.set(visitorKey.earlierKey, visitorKey)
      }

      /** Drops visitors who were already counted by another node or under the previous day's key. */
      async function dropSeen(keys: number[], within: Map<number, VisitorKey>) {
        for (const { key, until } of await tx.findSeen(keys, now)) {
          const visitorKey = within.get(key)
          if (!visitorKey) continue
          remember(visitorKey.key, until)
          byKey.delete(visitorKey.key)
        }
      }
      for (const keys of batchesOf([...byEarlierKey.keys()])) await dropSeen(keys, byEarlierKey)

      // Always insert in the same order, to avoid deadlocks between nodes that see the same visitors. Sorting blocks
      // the event loop, but a typed array sorts faster.
      for (const keys of batchesOf([...Float64Array.from(byKey.keys()).sort()])) {
        const recorded = await tx.recordVisitors(keys, now, now + repeatMs)
        for (const { key, events } of recorded) {
          const visitorKey = byKey.get(key)
          if (visitorKey) eventsToday.set(visitorKey, events)
        }
        if (recorded.length < keys.length) {
          const counted = new Set(recorded.map(({ key }) => key))
          await dropSeen(
            keys.filter((key) => !counted.has(key)),
            byKey,
          )
        }
        await yieldToEventLoop()
      }
      return eventsToday
    },

    /** Deletes visitors and salts of past days when they're no longer needed to detect repeats. */
    async forget() {
      const day = dayOf(clock.now().getTime() - repeatMs)
      for (const over of [day - 1, day - 2]) await visits.removeVisitors(rangeOf(over))
      await visits.removeSaltsBefore(dateOf(day))
    },
  }

  function complete(visitorKey: VisitorKey) {
    const now = clock.now().getTime()
    if (!salts.get(visitorKey.day)) visitorKey.day = dayOf(now)
    visitorKey.key = keyOf(visitorKey.day, visitorKey.facts)
    visitorKey.earlierKey = earlierKeyOf(visitorKey.day, now, visitorKey.facts)
    visitorKey.facts = ''
  }
}
