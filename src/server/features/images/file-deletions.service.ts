import { type Clock, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { inParallel } from '#server/platform/concurrency/in-parallel.ts'
import { createJob, type Log } from '#server/platform/concurrency/job.ts'
import { withRest } from '#server/platform/concurrency/with-rest.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { FileDeletionRepository } from './file-deletions.repository.ts'

type Dependencies = {
  deletions: FileDeletionRepository
  storage: Storage
  clock: Clock
  log: Log
  /** If this is the only node, any unfinished upload found at startup is abandoned and can be deleted immediately. */
  isAlone: boolean
}

/** How long an upload has to commit before its files are deleted. Storing them normally takes far less. */
export const uploadGraceMs = minutes(2)

/** How long a node has to delete a claimed folder before another node can claim it. */
const leaseMs = uploadGraceMs

/** Few, so that even with a slow storage, a batch ends before its lease, and its folders can soon be used again. */
const batchSize = 6
/** Each call to S3 takes milliseconds of our own time, so a whole batch in parallel would delay requests. */
const foldersAtOnce = 2
const everyMs = 15_000

/** Deletes files that are scheduled for deletion. One node at a time claims each folder, and failures are retried. */
export function createFileDeletionService({ deletions, storage, clock, log, isAlone }: Dependencies) {
  let dueBefore = () => instantNow(clock)

  async function sweep() {
    while ((await withRest(clearSome)) === batchSize && !job.isStopping());
    dueBefore = () => instantNow(clock)
  }

  /** Returns the number of folders that were due. */
  async function clearSome() {
    const now = instantNow(clock)
    const leaseEndsAt = instantIn(clock, leaseMs)
    const prefixes = await deletions.claim({ dueBefore: dueBefore(), now, leaseEndsAt, limit: batchSize })
    const failures = new Map<string, unknown>()
    await inParallel(prefixes, foldersAtOnce, async (prefix) => {
      try {
        await storage.removeAll(prefix)
      } catch (error) {
        failures.set(prefix, error)
      }
    })
    await deletions.remove(
      prefixes.filter((prefix) => !failures.has(prefix)),
      { leaseEndsAt },
    )
    for (const prefix of failures.keys()) await deletions.release(prefix, instantNow(clock))
    for (const failure of failures.values()) throw failure
    return prefixes.length
  }

  const job = createJob({ name: 'file deletions', everyMs, run: sweep, log })
  return {
    ...job,
    start() {
      // Uploads that start from now on are scheduled after this bound, so the startup cleanup skips them.
      const bound = instantIn(clock, uploadGraceMs)
      if (isAlone) dueBefore = () => bound
      job.start()
    },
  }
}
