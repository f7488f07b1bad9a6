import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { createSingleFlight } from '../concurrency/single-flight.ts'
import type { Invalidation } from './invalidation.ts'

type Entry<Value> = { value: Value; readAt: number }
type Options<Value> = {
  name: string
  /** Reads it anew; what was cached of it may serve to do so quickly. */
  read: (key: string, before: Value | undefined) => Promise<Value | undefined>
  linkIdOf: (value: Value) => string
  invalidation: Invalidation
  clock: Clock
  maxSize: number
  sizeOf: (value: Value) => number
}

/** What ages within this time is refreshed together: the thumbnails of a page are, and can be read at once. */
export const gatheringMs = 20

/**
 * An LRU cache of what many ask for at once. A value is used for the moment that `invalidation` allows; as long as it is
 * asked for it is refreshed ahead of that moment's end, so that under load nobody waits for it.
 */
export function createRefreshAheadCache<Value extends object>(options: Options<Value>) {
  const { name, read, linkIdOf, invalidation, clock, maxSize, sizeOf } = options
  const cache = new LRUCache<string, Entry<Value>>({ maxSize, sizeCalculation: ({ value }) => sizeOf(value) })

  let hits = 0
  let misses = 0
  invalidation.register(name, () => ({ hits, misses, entries: cache.size, size: cache.calculatedSize }))

  const refresh = createSingleFlight(async (key) => {
    const readAt = clock.monotonicMs()
    const value = await read(key, cache.get(key)?.value)
    if (value === undefined) {
      cache.delete(key)
      return undefined
    }
    const entry = { value, readAt }
    cache.set(key, entry)
    return entry
  })

  const aging = new Set<string>()

  function refreshSoon(key: string) {
    if (aging.size === 0) setTimeout(refreshAging, gatheringMs)
    aging.add(key)
  }

  function refreshAging() {
    // If it fails, whoever finds nothing cached will be told.
    for (const key of aging) refresh(key).catch(() => {})
    aging.clear()
  }

  async function load(key: string): Promise<Value | undefined> {
    misses++
    const entry = await refresh(key)
    // It may have changed since that reading began.
    return entry && !invalidation.isUnchanged(linkIdOf(entry.value), entry.readAt) ? load(key) : entry?.value
  }

  /** What is cached and fresh, without waiting; undefined where it would have to be read. */
  function peek(key: string): Value | undefined {
    const entry = cache.get(key)
    const now = clock.monotonicMs()
    if (!entry || !invalidation.isFresh(linkIdOf(entry.value), entry.readAt, now)) return undefined
    hits++
    if (invalidation.isAging(entry.readAt, now)) refreshSoon(key)
    return entry.value
  }

  return {
    peek,
    /** What is cached and has become too old, read again; undefined where nothing is cached. */
    renew: (key: string) => (cache.has(key) ? load(key) : undefined),
    /** undefined when there is no such thing. */
    find: async (key: string) => peek(key) ?? load(key),
  }
}
