import type { Config } from './config.ts'
import { createFileDeletionRepository } from './features/images/file-deletions.repository.ts'
import { createFileDeletionService } from './features/images/file-deletions.service.ts'
import { createFileHashRepository } from './features/images/file-hashes.repository.ts'
import { createFileHashService } from './features/images/file-hashes.service.ts'
import { hours } from './platform/clock.ts'
import { createJob, type Log } from './platform/concurrency/job.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'

type Dependencies = { config: Config; db: Database; ports: Ports; log: Log }

export function composeFiles({ config, db, ports, log }: Dependencies) {
  const { storage, sharedJobs, clock } = ports
  const isAlone = config.database.kind === 'sqlite'
  const deletions = createFileDeletionRepository(db)
  const fileDeletions = createFileDeletionService({ deletions, storage, clock, log, isAlone })

  const everyMs = hours(1)
  const { hashAll } = createFileHashService({ hashes: createFileHashRepository(db), storage, clock, log })
  const run = sharedJobs.once('file hashes', everyMs, () => hashAll(hashing.isStopping))
  const hashing = createJob({ name: 'file hashes', everyMs, run, log })

  return {
    onDeletionScheduled: fileDeletions.nudge,
    start() {
      fileDeletions.start()
      hashing.start()
    },
    stop: () => Promise.all([fileDeletions.stop(), hashing.stop()]),
  }
}
