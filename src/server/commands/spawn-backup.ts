import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BackupResult, failedBackup } from '#server/features/backups/backup-result.ts'
import { instantNow, systemClock } from '#server/platform/clock.ts'

const command = join(import.meta.dirname, 'backup.ts')

/** Uses a separate process, because copying the database would block the event loop. */
export async function spawnBackup(folder: string, keep: number, signal: AbortSignal): Promise<BackupResult> {
  const startedAt = instantNow(systemClock)
  const args = [...process.execArgv, command, folder, '--keep', String(keep), '--json']
  const { stdout, stderr, message } = await promisify(execFile)(process.execPath, args, { signal }).then(
    (said) => ({ ...said, message: '' }),
    // The command prints its result even when it exits with 1.
    (error) => ({ stdout: '', stderr: '', ...error, message: error.message }),
  )
  try {
    return JSON.parse(stdout)
  } catch {
    return failedBackup(startedAt, instantNow(systemClock), stderr.trim() || message)
  }
}
