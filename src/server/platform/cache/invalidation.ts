import type { Clock } from '../clock.ts'

/**
 * The longest that a cached value is used without being read again. Other nodes are told of a change at once where that is
 * possible; where it is not, nothing stays open there for longer than this.
 */
export const maxAgeMs = 600

/** Refreshed ahead of that, early enough to be read in time even while the database is busy with something longer. */
export const refreshAfterMs = 250

/** No read takes longer: the database gives up before. */
const longestReadMs = 60_000

/** So many links are told of in one message: PostgreSQL takes no more than 8,000 bytes. */
const linksPerMessage = 200

/** How a cache does: found in it, read for want of it, and what is in it now. */
export type CacheStatistics = { hits: number; misses: number; entries: number; size: number }

/**
 * Cache invalidation by link: tells whoever caches something of a link whether it may still be used. Values carry the time
 * at which reading them began, by the clock's monotonic reading.
 */
export function createInvalidation(clock: Clock) {
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

  /** Drops what any node has cached of these links. */
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
    /** What another node has published: the links that changed there, or nothing where it may be any. */
    receive(linkIds: string | undefined) {
      if (!linkIds) dropAll()
      else for (const linkId of linkIds.split(' ')) drop(linkId)
    },
    /** A cache that asks here says by what name it is watched. */
    register(name: string, statistics: () => CacheStatistics) {
      caches.set(name, statistics)
    },
    cacheStatistics: () => [...caches].map(([cache, statistics]) => ({ cache, ...statistics() })),
    /** How other nodes are told from now on. */
    publishWith(send: (linkIds: string) => void) {
      publish = send
    },
    /** Whether a link is still, as far as this node knows, as it was when reading began at `readAt`. */
    isUnchanged,
    /** The same, and it was read so recently that no other node can have changed it for long. */
    isFresh: (linkId: string, readAt: number, now = clock.monotonicMs()) =>
      now - readAt < maxAgeMs && isUnchanged(linkId, readAt),
    /** Whether it should be read again while it is still fresh. */
    isAging: (readAt: number, now = clock.monotonicMs()) => now - readAt > refreshAfterMs,
  }
}
export type Invalidation = ReturnType<typeof createInvalidation>
