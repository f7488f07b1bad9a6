import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { createStoppedClock } from '#test/support/clock.ts'
import { beginBackup } from './backup-folder.ts'
import { type BackupResult, failedBackup } from './backup-result.ts'
import { createDailyBackups } from './daily-backups.service.ts'

const taken: BackupResult = { ...failedBackup('', '', ''), ok: true, path: '/backups/one', error: null }

async function arrange(take: () => Promise<BackupResult>) {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-daily-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'note.txt'), 'not a backup')
  const clock = createStoppedClock()
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const onResult = vi.fn(async () => {})
  const backups = createDailyBackups({ folder, keep: 7, take, onResult, clock, log })
  const aBackup = async () => {
    const backup = await beginBackup(folder, clock.now())
    await backup.finish({ createdAt: '', database: 'sqlite', images: 0, files: 0, bytes: 0 })
  }
  /** As at a start that is followed by a stop when the first look is over. */
  const look = async () => {
    backups.start()
    await backups.stop()
  }
  return { folder, clock, log, onResult, aBackup, look, backups }
}

test('a backup is taken where there is none', async () => {
  const take = vi.fn(async () => taken)
  const { folder, log, onResult, backups } = await arrange(take)
  backups.start()
  await vi.waitFor(() => expect(onResult).toHaveBeenCalledExactlyOnceWith(taken))
  await backups.stop()
  expect(take).toHaveBeenCalledExactlyOnceWith(folder, 7, expect.any(AbortSignal))
  expect(log.info).toHaveBeenCalledExactlyOnceWith({ backup: taken }, 'a backup was taken')
})

test.each([
  [23, 0],
  [24, 1],
])('%i hours after the last there are %i more', async (passed, more) => {
  const take = vi.fn(async () => taken)
  const { clock, aBackup, look } = await arrange(take)
  await aBackup()
  clock.advance(hours(passed))
  await look()
  expect(take).toHaveBeenCalledTimes(more)
})

test('one that fails is logged without a stack and reported, and one that a stop interrupts is neither', async () => {
  const failed = failedBackup('', '', 'The disk is full.')
  const { log, onResult, look, backups } = await arrange(async () => failed)
  backups.start()
  await vi.waitFor(() => expect(onResult).toHaveBeenCalledExactlyOnceWith(failed))
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ backup: failed }, 'the daily backup failed')
  await backups.stop()
  await look()
  expect(log.error).toHaveBeenCalledOnce()
  expect(onResult).toHaveBeenCalledOnce()
})
