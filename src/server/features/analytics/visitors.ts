import { hash } from 'node:crypto'
import { type Clock, days, hours, minutes } from '#server/platform/clock.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'
import { batchesOf } from './batches.ts'
import type { VisitCounterRepository } from './visit-counter.repository.ts'
import { dayRange, visitorKey } from './visitor-key.ts'

/** Somebody who looks at something. `facts` only until there is a salt; `earlierKey` is by the salt of the day before. */
export type Sighting = { day: number; key: number; earlierKey: number; facts: string }

type Bound = Omit<VisitCounterRepository, 'transaction'>

/** The same visitor counts once in this time. */
const repeatMs = minutes(30)

/** Visitors remembered in memory, so that a reload costs no query, twice as many at the most; the database knows them all. */
const maxRemembered = 50_000

const dayMs = days(1)
const dayOf = (ms: number) => Math.floor(ms / dayMs)
const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/**
 * Tells visitors apart by a hash that nobody can turn back: of address, browser and what is looked at, with a salt that
 * changes each day (of UTC) and is forgotten with it. All nodes share the salt, and the database decides who was first.
 */
export function createVisitors({ visits, clock }: { visits: VisitCounterRepository; clock: Clock }) {
  const salts = new Map<number, string>()
  // Two of them, since dropping all of the older at once costs nothing.
  let seenUntil = new Map<number, number>()
  let seenBefore = new Map<number, number>()

  /** 0 where the day's salt is not known. */
  const keyOf = (day: number, facts: string) => {
    const salt = salts.get(day)
    return salt ? visitorKey(day, hash('sha256', `${salt} ${facts}`)) : 0
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
    /** undefined for somebody who is known to have looked just before. */
    sight(facts: string): Sighting | undefined {
      const now = clock.now().getTime()
      const day = dayOf(now)
      const key = keyOf(day, facts)
      if (key !== 0) {
        if ((seenUntil.get(key) ?? seenBefore.get(key) ?? 0) > now) return undefined
        remember(key, now + repeatMs)
      }
      return { day, key, earlierKey: earlierKeyOf(day, now, facts), facts: key === 0 ? facts : '' }
    },

    /** Reads the salts that are needed now or soon, so that nobody has to wait for one. */
    async prepare() {
      const now = clock.now().getTime()
      for (const day of [dayOf(now), dayOf(now + hours(1))]) {
        if (!salts.has(day)) salts.set(day, await visits.ensureSalt(dateOf(day), newToken()))
      }
      const earliest = dayOf(now - repeatMs)
      if (!salts.has(earliest)) salts.set(earliest, (await visits.findSalt(dateOf(earliest))) ?? '')
      for (const day of salts.keys()) if (day < earliest) salts.delete(day)
    },

    /** Of those who are no repeat, how often they have looked on this day, now included. */
    async tellApart(tx: Bound, sightings: Sighting[], breathe: () => Promise<void>) {
      const now = clock.now().getTime()
      const looks = new Map<Sighting, number>()
      const byKey = new Map<number, Sighting>()
      const byEarlierKey = new Map<number, Sighting>()
      for (const sighting of sightings) {
        if (sighting.key === 0) complete(sighting)
        if (!byKey.has(sighting.key)) byKey.set(sighting.key, sighting)
        if (sighting.earlierKey !== 0) byEarlierKey.set(sighting.earlierKey, sighting)
      }

      /** Somebody whom another node has counted, or who came on the day before: until when, only the database knows. */
      async function dropSeen(keys: number[], within: Map<number, Sighting>) {
        for (const { key, until } of await tx.findSeen(keys, now)) {
          const sighting = within.get(key)
          if (!sighting) continue
          remember(sighting.key, until)
          byKey.delete(sighting.key)
        }
      }
      for (const keys of batchesOf([...byEarlierKey.keys()])) await dropSeen(keys, byEarlierKey)

      // Always in the same order, so that nodes that meet the same visitors do not wait for each other in a ring.
      for (const keys of batchesOf([...byKey.keys()].sort((one, other) => one - other))) {
        const fresh = await tx.remember(keys, now, now + repeatMs)
        for (const { key, count } of fresh) {
          const sighting = byKey.get(key)
          if (sighting) looks.set(sighting, count)
        }
        if (fresh.length < keys.length) {
          const counted = new Set(fresh.map(({ key }) => key))
          await dropSeen(
            keys.filter((key) => !counted.has(key)),
            byKey,
          )
        }
        await breathe()
      }
      return looks
    },

    /** Marks and salts of days that are over, once no repeat can be told by them. */
    async forget() {
      const day = dayOf(clock.now().getTime() - repeatMs)
      for (const over of [day - 1, day - 2]) await visits.removeMarks(dayRange(over))
      await visits.removeSaltsBefore(dateOf(day))
    },
  }

  function complete(sighting: Sighting) {
    const now = clock.now().getTime()
    if (!salts.get(sighting.day)) sighting.day = dayOf(now)
    sighting.key = keyOf(sighting.day, sighting.facts)
    sighting.earlierKey = earlierKeyOf(sighting.day, now, sighting.facts)
    sighting.facts = ''
  }
}
