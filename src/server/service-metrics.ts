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

/** What is read of the features when somebody asks for the metrics. */
export function watchServiceMetrics(metrics: Metrics, { services, db, config }: Watched) {
  metrics.describeBuild({ version: running.version, commit: running.commit ?? '', node: process.version })
  const { invalidation, downloads, countsWaiting, findDatabaseFault } = services
  const ofCaches = (of: keyof CacheStatistics) => () =>
    invalidation.cacheStatistics().map(({ cache, ...found }) => ({ labels: { cache }, value: found[of] }))
  metrics.watchTotals('cache_hits_total', 'Found in a cache, and fresh.', ofCaches('hits'))
  metrics.watchTotals('cache_misses_total', 'Read for want of a fresh one in a cache.', ofCaches('misses'))
  metrics.watchEach('cache_entries', 'What is in a cache.', ofCaches('entries'))
  metrics.watchEach('cache_size', 'Its size as it is bounded: in bytes, or in entries.', ofCaches('size'))

  metrics.watch('downloads_open', 'ZIPs that are being written.', downloads.openCount)
  metrics.watch('counts_waiting', 'Visits, views and downloads that wait to be written.', countsWaiting)
  const deletions = createFileDeletionRepository(db)
  metrics.watch('file_deletions_waiting', 'Folders of files that nobody needs any more.', deletions.count)

  metrics.watch('database_ok', '0 once a check of the SQLite file has found damage, else 1.', () =>
    findDatabaseFault() === undefined ? 1 : 0,
  )
  const { backupStatus } = services
  const ofLastBackup = (read: (last: LastBackup) => number) => async () => {
    const { last } = await backupStatus.read()
    return last ? read(last) : 0
  }
  metrics.watch(
    'last_backup_timestamp_seconds',
    'When the newest good backup was finished; 0: there is none.',
    ofLastBackup(({ finishedAt }) => Date.parse(finishedAt) / 1000),
  )
  metrics.watch(
    'last_backup_size_bytes',
    'The size of its images.',
    ofLastBackup(({ bytes }) => bytes),
  )
  metrics.watch(
    'last_backup_duration_seconds',
    'How long it took.',
    ofLastBackup(({ durationMs }) => durationMs / 1000),
  )
  metrics.watchTotals('backup_failures_total', 'Backups that failed.', async () => [
    { value: await backupStatus.countFailures() },
  ])

  const disk = async (of: 'bavail' | 'blocks') => {
    const found = await statfs(config.dataDir)
    return found[of] * found.bsize
  }
  metrics.watch('disk_free_bytes', 'Room on the disk of the data folder.', () => disk('bavail'))
  metrics.watch('disk_size_bytes', 'The size of that disk.', () => disk('blocks'))
}
