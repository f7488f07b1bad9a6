import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { LazyPromise, type ReadyOrLazy } from '../concurrency/lazy-promise.ts'
import { createSingleFlight } from '../concurrency/single-flight.ts'
import type { Invalidation } from './invalidation.ts'

type Entry<Value> = { value: Value; readAt: number }
type Options<Value> = {
  name: string
  read: (key: string) => Promise<Value | undefined>
  linkIdOf: (value: Value) => string
  invalidation: Invalidation
  clock: Clock
  maxSize: number
  sizeOf: (value: Value) => number
}

/** Entries that age within this time are refreshed together, so that the thumbnails of a page are read in batches. */
export const batchMs = 20

/**
 * `invalidation` decides how long a value is fresh. Values that are still being requested are refreshed before they go
 * stale, so that requests rarely have to wait.
 */
export function createRefreshAheadCache<Value extends object>(options: Options<Value>) {
  const { name, read, linkIdOf, invalidation, clock, maxSize, sizeOf } = options
  const cache = new LRUCache<string, Entry<Value>>({ maxSize, sizeCalculation: ({ value }) => sizeOf(value) })

  let hits = 0
  let misses = 0
  invalidation.register(name, () => ({ hits, misses, entries: cache.size, size: cache.calculatedSize }))

  const refresh = createSingleFlight(async (key) => {
    const readAt = clock.monotonicMs()
    const value = await read(key)
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
    if (aging.size === 0) setTimeout(refreshAging, batchMs)
    aging.add(key)
  }

  function refreshAging() {
    // If a refresh fails, the next request without a fresh value reads again and gets any error.
    for (const key of aging) refresh(key).catch(() => {})
    aging.clear()
  }

  async function load(key: string): Promise<Value | undefined> {
    misses++
    const entry = await refresh(key)
    // The link may have changed while we were reading it.
    return entry && !invalidation.isUnchanged(linkIdOf(entry.value), entry.readAt) ? load(key) : entry?.value
  }

  return {
    find(key: string): ReadyOrLazy<Value | undefined> {
      const entry = cache.get(key)
      const now = clock.monotonicMs()
      if (!entry || !invalidation.isFresh(linkIdOf(entry.value), entry.readAt, now)) {
        return new LazyPromise(() => load(key))
      }
      hits++
      if (invalidation.isAging(entry.readAt, now)) refreshSoon(key)
      return entry.value
    },
  }
}
