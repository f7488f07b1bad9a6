import { type Clock, hours } from '#server/platform/clock.ts'
import type { ErrorRedactor } from '#server/platform/redact.ts'
import type { BackupStatus } from '#shared/administration.ts'
import type { BackupResult } from './backup-result.ts'
import type { LastBackupRepository } from './last-backups.repository.ts'

type Dependencies = {
  lastBackups: LastBackupRepository
  redactError: ErrorRedactor
  clock: Clock
  isScheduled: boolean
}

const lateAfterMs = hours(36)
const everyMs = hours(24)
/** Failed backups are retried by the next hourly check. */
const retryMs = hours(1)

const instantAfter = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

/** Covers both scheduled backups and those taken from the command line. */
export function createBackupStatusService({ lastBackups, redactError, clock, isScheduled }: Dependencies) {
  return {
    async record({ ok, error, ...attempt }: BackupResult) {
      await lastBackups.upsert(ok ? 'finished' : 'failed', { ...attempt, error: ok ? null : redactError(error) })
    },

    async read(): Promise<BackupStatus> {
      const { finished, failed } = await lastBackups.read()
      const failure = failed && (!finished || failed.startedAt > finished.startedAt) ? failed : undefined
      const next = failure
        ? instantAfter(failure.finishedAt, retryMs)
        : finished && instantAfter(finished.startedAt, everyMs)
      return {
        isScheduled,
        last: finished
          ? {
              finishedAt: finished.finishedAt,
              bytes: finished.bytes,
              images: finished.images,
              durationMs: Date.parse(finished.finishedAt) - Date.parse(finished.startedAt),
            }
          : null,
        failure: failure ? { at: failure.finishedAt, sentence: failure.error ?? '' } : null,
        nextAt: isScheduled && next ? next : null,
        isLate: finished !== undefined && clock.now().getTime() - Date.parse(finished.finishedAt) > lateAfterMs,
      }
    },

    countFailures: async () => (await lastBackups.read()).failed?.count ?? 0,
  }
}
export type BackupStatusService = ReturnType<typeof createBackupStatusService>
