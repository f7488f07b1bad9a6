import { statfs } from 'node:fs/promises'
import type { BackupStatus } from '#shared/administration.ts'
import type { Config } from './config.ts'
import { createFileDeletionRepository } from './features/images/file-deletions.repository.ts'
import type { CacheStatistics } from './platform/cache/invalidation.ts'
import type { Database } from './platform/database/database.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { Services } from './services.ts'
import { running } from './version.ts'

type LastBackup = NonNullable<BackupStatus['last']>
type Watched = { services: Services; db: Database; config: Config }

export function watchServiceMetrics(metrics: Metrics, { services, db, config }: Watched) {
  metrics.describeBuild({ version: running.version, commit: running.commit ?? '', node: process.version })
  const { invalidation, downloads, countsWaiting, findDatabaseFault } = services
  const ofCaches = (of: keyof CacheStatistics) => () =>
    invalidation.cacheStatistics().map(({ cache, ...found }) => ({ labels: { cache }, value: found[of] }))
  metrics.watchTotals('cache_hits_total', 'Cache hits.', ofCaches('hits'))
  metrics.watchTotals('cache_misses_total', 'Cache misses, including stale entries.', ofCaches('misses'))
  metrics.watchEach('cache_entries', 'Entries in a cache.', ofCaches('entries'))
  metrics.watchEach('cache_size', 'Size of a cache, in the unit of its limit: bytes or entries.', ofCaches('size'))

  metrics.watch('downloads_open', 'ZIP downloads in progress.', downloads.openCount)
  metrics.watch('counts_waiting', 'Visits, views and downloads not yet written to the database.', countsWaiting)
  const deletions = createFileDeletionRepository(db)
  metrics.watch('file_deletions_waiting', 'Image folders waiting to be deleted.', deletions.count)

  metrics.watch('database_ok', '0 after a check found damage in the SQLite file, else 1.', () =>
    findDatabaseFault() === undefined ? 1 : 0,
  )
  const { backupStatus } = services
  const ofLastBackup = (read: (last: LastBackup) => number) => async () => {
    const { last } = await backupStatus.read()
    return last ? read(last) : 0
  }
  metrics.watch(
    'last_backup_timestamp_seconds',
    'When the latest good backup finished; 0 if there is none.',
    ofLastBackup(({ finishedAt }) => Date.parse(finishedAt) / 1000),
  )
  metrics.watch(
    'last_backup_size_bytes',
    'Size of the images in the latest good backup.',
    ofLastBackup(({ bytes }) => bytes),
  )
  metrics.watch(
    'last_backup_duration_seconds',
    'How long the latest good backup took.',
    ofLastBackup(({ durationMs }) => durationMs / 1000),
  )
  metrics.watchTotals('backup_failures_total', 'Failed backups.', async () => [
    { value: await backupStatus.countFailures() },
  ])

  const disk = async (of: 'bavail' | 'blocks') => {
    const found = await statfs(config.dataDir)
    return found[of] * found.bsize
  }
  metrics.watch('disk_free_bytes', 'Free space on the disk of the data folder.', () => disk('bavail'))
  metrics.watch('disk_size_bytes', 'Size of the disk of the data folder.', () => disk('blocks'))
}
