import type { Clock } from '../clock.ts'

/**
 * Nodes usually hear about a change right away. If the message gets lost, other nodes can serve a closed link for at
 * most this long.
 */
export const maxAgeMs = 600

/** This is well below `maxAgeMs`, so that a refresh finishes in time even when the database is busy. */
export const refreshAfterMs = 250

/** This is longer than the database's own timeouts, so older changes can be forgotten. */
const longestReadMs = 60_000

/** PostgreSQL's NOTIFY payload has to be shorter than 8,000 bytes. */
const linksPerMessage = 200

export type CacheStatistics = { hits: number; misses: number; entries: number; size: number }

/**
 * Invalidates cached values by link. To check whether a value is usable, a cache passes the monotonic time at which it
 * started reading the value.
 */
export function createInvalidation(clock: Clock, listLinkIds: (ownerId: string) => Promise<string[]>) {
  const invalidatedAt = new Map<string, number>()
  let allInvalidatedAt = Number.NEGATIVE_INFINITY
  let lastPruned = Number.NEGATIVE_INFINITY

  const prune = (now: number) => {
    if (now - lastPruned < longestReadMs) return
    lastPruned = now
    for (const [id, at] of invalidatedAt) if (now - at > longestReadMs) invalidatedAt.delete(id)
  }

  const drop = (linkId: string) => {
    const now = clock.monotonicMs()
    prune(now)
    invalidatedAt.set(linkId, now)
  }
  const dropAll = () => {
    allInvalidatedAt = clock.monotonicMs()
  }

  const caches = new Map<string, () => CacheStatistics>()

  let publish = (_linkIds: string) => {}

  const invalidateEach = (linkIds: readonly string[]) => {
    for (const linkId of linkIds) drop(linkId)
    for (let first = 0; first < linkIds.length; first += linksPerMessage) {
      publish(linkIds.slice(first, first + linksPerMessage).join(' '))
    }
  }

  const isUnchanged = (linkId: string, readAt: number) =>
    readAt > allInvalidatedAt && readAt > (invalidatedAt.get(linkId) ?? Number.NEGATIVE_INFINITY)

  return {
    invalidate: (linkId: string) => invalidateEach([linkId]),
    invalidateEach,
    /** For changes outside the link rows, such as the owner's name or plan. */
    async invalidateOwner(ownerId: string) {
      invalidateEach(await listLinkIds(ownerId))
    },
    /** Handles a message from another node. Without IDs, any link may have changed. */
    receive(linkIds: string | undefined) {
      if (!linkIds) dropAll()
      else for (const linkId of linkIds.split(' ')) drop(linkId)
    },
    register(name: string, statistics: () => CacheStatistics) {
      caches.set(name, statistics)
    },
    cacheStatistics: () => [...caches].map(([cache, statistics]) => ({ cache, ...statistics() })),
    publishWith(send: (linkIds: string) => void) {
      publish = send
    },
    /** Whether this node hasn't heard of a change to the link since `readAt`. */
    isUnchanged,
    /** Also checks the age, in case a message from another node got lost. */
    isFresh: (linkId: string, readAt: number, now = clock.monotonicMs()) =>
      now - readAt < maxAgeMs && isUnchanged(linkId, readAt),
    isAging: (readAt: number, now = clock.monotonicMs()) => now - readAt > refreshAfterMs,
  }
}
export type Invalidation = ReturnType<typeof createInvalidation>
