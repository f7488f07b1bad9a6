import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { createStoppedClock } from '#test/support/clock.ts'
import { writeFacts } from './backup-description.ts'
import { beginBackup } from './backup-folder.ts'
import { type BackupResult, failedBackup } from './backup-result.ts'
import { createDailyBackups } from './daily-backups.service.ts'

const taken: BackupResult = { ...failedBackup('', '', ''), ok: true, path: '/backups/one', error: null }

async function arrange(take: () => Promise<BackupResult>, inFolder = '') {
  const parent = await mkdtemp(join(tmpdir(), 'framelight-daily-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  await writeFile(join(parent, 'note.txt'), 'not a backup')
  const folder = join(parent, inFolder)
  const clock = createStoppedClock()
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const onResult = vi.fn(async () => {})
  const backups = createDailyBackups({ folder, keep: 7, take, onResult, clock, log })
  const aBackup = async () => {
    const backup = await beginBackup(folder, clock.now())
    await writeFacts(backup.path, { createdAt: '', database: 'sqlite', images: 0, files: 0, bytes: 0 })
    await backup.finish()
    backup.release()
  }
  /** Starts the service and stops it after the first check. */
  const look = async () => {
    backups.start()
    await backups.stop()
  }
  return { folder, clock, log, onResult, aBackup, look, backups }
}

test('the first backup is taken at startup', async () => {
  const take = vi.fn(async () => taken)
  const { folder, log, onResult, backups } = await arrange(take)
  backups.start()
  await vi.waitFor(() => expect(onResult).toHaveBeenCalledExactlyOnceWith(taken))
  await backups.stop()
  expect(take).toHaveBeenCalledExactlyOnceWith(folder, 7, expect.any(AbortSignal))
  expect(log.info).toHaveBeenCalledExactlyOnceWith({ backup: taken }, 'daily backup finished')
})

test.each([
  [23, 0],
  [24, 1],
])('%i hours after the last backup, %i new backups are taken', async (passed, more) => {
  const take = vi.fn(async () => taken)
  const { clock, aBackup, look } = await arrange(take)
  await aBackup()
  clock.advance(hours(passed))
  await look()
  expect(take).toHaveBeenCalledTimes(more)
})

test("a backup dated in the future is logged and doesn't delay the next one", async () => {
  const take = vi.fn(async () => taken)
  const { clock, log, aBackup, look } = await arrange(take)
  clock.advance(hours(48))
  await aBackup()
  clock.advance(hours(-48))
  await look()
  expect(take).toHaveBeenCalledOnce()
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ future: ['2026-01-03T00-00-00'] }, expect.any(String))
})

test('an unwritable folder logs a warning at startup', async () => {
  const { folder, log, backups } = await arrange(async () => taken, 'note.txt')
  backups.start()
  const sentence = expect.stringContaining(`BACKUP_DAILY: ${folder} can't be used for backups`)
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledExactlyOnceWith({}, sentence))
  await backups.stop()
})

test('a backup that found damage is logged and reported', async () => {
  const damaged = { ...taken, ok: false, error: 'A picture is missing.' }
  const { log, onResult, backups } = await arrange(async () => damaged)
  backups.start()
  await vi.waitFor(() => expect(onResult).toHaveBeenCalledExactlyOnceWith(damaged))
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ backup: damaged }, 'daily backup found damage')
  await backups.stop()
})

test('a failed backup is logged and reported unless a shutdown interrupted it', async () => {
  const failed = failedBackup('', '', 'The disk is full.')
  const { log, onResult, look, backups } = await arrange(async () => failed)
  backups.start()
  await vi.waitFor(() => expect(onResult).toHaveBeenCalledExactlyOnceWith(failed))
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ backup: failed }, 'daily backup failed')
  await backups.stop()
  await look()
  expect(log.error).toHaveBeenCalledOnce()
  expect(onResult).toHaveBeenCalledOnce()
})
