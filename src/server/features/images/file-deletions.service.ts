import { type Clock, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { createJob, type Log } from '#server/platform/concurrency/job.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { FileDeletionRepository } from './file-deletions.repository.ts'

type Dependencies = {
  deletions: FileDeletionRepository
  storage: Storage
  clock: Clock
  log: Log
  /** Nobody else uses this database: what an upload left unfinished at start was ours, and its time is over. */
  isAlone: boolean
}

/** Files of an upload that has not been committed are left alone for so long; storing takes a fraction of it. */
export const uploadGraceMs = minutes(2)

/** How long the node that claimed a folder may take to clear it before another tries. */
const leaseMs = uploadGraceMs

const batchSize = 20
const everyMs = 15_000

/** Clears away files that no row needs any more, each folder by one of the nodes, and tries again where the storage does not answer. */
export function createFileDeletionService({ deletions, storage, clock, log, isAlone }: Dependencies) {
  let dueBefore = () => instantNow(clock)

  async function sweep() {
    for (;;) {
      const now = instantNow(clock)
      const leaseEndsAt = instantIn(clock, leaseMs)
      const prefixes = await deletions.claim({ dueBefore: dueBefore(), now, leaseEndsAt, limit: batchSize })
      await Promise.all(prefixes.map(clear))
      if (prefixes.length < batchSize) break
    }
    dueBefore = () => instantNow(clock)
  }

  async function clear(prefix: string) {
    try {
      await storage.removeAll(prefix)
    } catch (error) {
      await deletions.release(prefix, instantNow(clock))
      throw error
    }
    await deletions.remove(prefix)
  }

  const job = createJob({ name: 'file deletions', everyMs, run: sweep, log })
  return {
    ...job,
    start() {
      // All that was scheduled before this moment, and nothing that is scheduled from now on.
      const bound = instantIn(clock, uploadGraceMs)
      if (isAlone) dueBefore = () => bound
      job.start()
    },
  }
}
