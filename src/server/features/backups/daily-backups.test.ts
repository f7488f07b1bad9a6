import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { createStoppedClock } from '#test/support/clock.ts'
import { beginBackup } from './backup-folder.ts'
import { createDailyBackups } from './daily-backups.service.ts'

async function arrange(take: () => Promise<string>) {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-daily-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'note.txt'), 'not a backup')
  const clock = createStoppedClock()
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const backups = createDailyBackups({ folder, keep: 7, take, clock, log })
  const aBackup = async () => {
    const backup = await beginBackup(folder, clock.now())
    await backup.finish({ createdAt: '', database: 'sqlite', images: 0, files: 0, bytes: 0 })
  }
  /** As at a start that is followed by a stop when the first look is over. */
  const look = async () => {
    backups.start()
    await backups.stop()
  }
  return { folder, clock, log, aBackup, look, backups }
}

test('a backup is taken where there is none', async () => {
  const take = vi.fn(async () => 'taken')
  const { folder, log, look } = await arrange(take)
  await look()
  expect(take).toHaveBeenCalledExactlyOnceWith(folder, 7, expect.any(AbortSignal))
  expect(log.info).toHaveBeenCalledExactlyOnceWith({ backup: 'taken' }, 'a backup was taken')
})

test.each([
  [23, 0],
  [24, 1],
])('%i hours after the last there are %i more', async (passed, more) => {
  const take = vi.fn(async () => 'taken')
  const { clock, aBackup, look } = await arrange(take)
  await aBackup()
  clock.advance(hours(passed))
  await look()
  expect(take).toHaveBeenCalledTimes(more)
})

test('one that fails is logged, and one that a stop breaks off is not', async () => {
  const { log, look, backups } = await arrange(() => Promise.reject(new Error('the disk is full')))
  backups.start()
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledOnce())
  await backups.stop()
  await look()
  expect(log.error).toHaveBeenCalledOnce()
})
