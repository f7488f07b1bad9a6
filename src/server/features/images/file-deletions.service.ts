import { type Clock, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { createJob, type Log } from '#server/platform/concurrency/job.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { FileDeletionRepository } from './file-deletions.repository.ts'

type Dependencies = {
  deletions: FileDeletionRepository
  storage: Storage
  clock: Clock
  log: Log
  /** Whether this is the only node. If so, unfinished uploads found at startup were abandoned and can be deleted. */
  isAlone: boolean
}

/** How long files of an uncommitted upload are left alone. Storing takes a fraction of this. */
export const uploadGraceMs = minutes(2)

/** How long a node has to delete a claimed folder before another retries. */
const leaseMs = uploadGraceMs

const batchSize = 20
const everyMs = 15_000

/** Deletes files that no row refers to. One node handles each folder, and failures are retried. */
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
      // Include everything scheduled before now, and nothing scheduled later.
      const bound = instantIn(clock, uploadGraceMs)
      if (isAlone) dueBefore = () => bound
      job.start()
    },
  }
}
