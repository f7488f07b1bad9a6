import { hash } from 'node:crypto'
import { type Clock, days, hours, minutes } from '#server/platform/clock.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'
import { batchesOf, type VisitCounterRepository } from './visit-counter.repository.ts'

/**
 * Stands for a visitor and what they came to. `earlierKey` is by the salt of the day before; `facts` are kept only until
 * there is a salt to make the key with.
 */
export type VisitorKey = { day: number; key: number; earlierKey: number; facts: string }

type Bound = Omit<VisitCounterRepository, 'transaction'>

/** The same visitor counts once in this time. */
const repeatMs = minutes(30)

/** Visitors remembered in memory, so that a reload costs no query, twice as many at the most; the database knows them all. */
const maxRemembered = 50_000

/** Keys are whole numbers below 2 ** 53, which both engines keep as they are; every fourth day shares its range of them. */
const keysOfDay = 2 ** 51
const rangeStart = (day: number) => (day % 4) * keysOfDay

/** So that all keys of a day can be forgotten at once. */
const rangeOf = (day: number) => ({ from: rangeStart(day), to: rangeStart(day) + keysOfDay })

const dayMs = days(1)
const dayOf = (ms: number) => Math.floor(ms / dayMs)
const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/**
 * Tells visitors apart by a hash that nobody can turn back: of IP address, browser and what they came to, with a salt that
 * changes each day (of UTC) and is forgotten with it. All nodes share the salt, and the database decides who was first.
 */
export function createVisitorKeys({ visits, clock }: { visits: VisitCounterRepository; clock: Clock }) {
  const salts = new Map<number, string>()
  // Two of them, since dropping all of the older at once costs nothing.
  let seenUntil = new Map<number, number>()
  let seenBefore = new Map<number, number>()

  /**
   * 51 bits of the hash: of a million visitors on a day, one in some thousand days is taken for another. 0, which no
   * visitor has, where the day's salt is not known.
   */
  const keyOf = (day: number, facts: string) => {
    const salt = salts.get(day)
    if (!salt) return 0
    const hexHash = hash('sha256', `${salt} ${facts}`)
    return rangeStart(day) + (Number.parseInt(hexHash.slice(0, 13), 16) % keysOfDay || 1)
  }

  /** Just after midnight somebody may still be known by the day before. */
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
    /** undefined for somebody who is known to have come just before. */
    identify(facts: string, now: number): VisitorKey | undefined {
      const day = dayOf(now)
      const key = keyOf(day, facts)
      if (key !== 0) {
        if ((seenUntil.get(key) ?? seenBefore.get(key) ?? 0) > now) return undefined
        remember(key, now + repeatMs)
      }
      return { day, key, earlierKey: earlierKeyOf(day, now, facts), facts: key === 0 ? facts : '' }
    },

    /** Reads the salts that are needed now or soon, so that nobody has to wait for one. */
    async loadSalts() {
      const now = clock.now().getTime()
      for (const day of [dayOf(now), dayOf(now + hours(1))]) {
        if (!salts.has(day)) salts.set(day, await visits.ensureSalt(dateOf(day), newToken()))
      }
      const earliest = dayOf(now - repeatMs)
      if (!salts.has(earliest)) salts.set(earliest, (await visits.findSalt(dateOf(earliest))) ?? '')
      for (const day of salts.keys()) if (day < earliest) salts.delete(day)
    },

    /** Of those who are no repeat, how many of their events have counted on this day, this one included. */
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

      /** Somebody whom another node has counted, or who came on the day before: until when, only the database knows. */
      async function dropSeen(keys: number[], within: Map<number, VisitorKey>) {
        for (const { key, until } of await tx.findSeen(keys, now)) {
          const visitorKey = within.get(key)
          if (!visitorKey) continue
          remember(visitorKey.key, until)
          byKey.delete(visitorKey.key)
        }
      }
      for (const keys of batchesOf([...byEarlierKey.keys()])) await dropSeen(keys, byEarlierKey)

      // Always in the same order, so that nodes that meet the same visitors run into no deadlock. Numbers of one kind are sorted in
      // a third of the time, and everybody waits meanwhile.
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

    /** Visitors and salts of days that are over, once no repeat can be told by them. */
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
