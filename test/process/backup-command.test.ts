import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '#server/platform/database/database.ts'
import { compiled } from '#test/support/product.ts'

const root = join(import.meta.dirname, '..', '..')

test('backups from the command line are recorded, successful or not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-command-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const db = await createDatabase({ kind: 'sqlite', file: join(folder, 'framelight.db') })
  onTestFinished(() => db.destroy())
  const noFolder = join(folder, 'a-file')
  await writeFile(noFolder, '')
  const backUp = (to: string) =>
    new Promise<number | null>((resolve) => {
      const args = ['--disable-warning=ExperimentalWarning', 'src/server/commands/backup.ts', to]
      const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, DATA_DIR: folder }
      const child = execFile(process.execPath, args, { cwd: root, env }, () => resolve(child.exitCode))
    })
  const outcomes = async () =>
    (await db.selectFrom('last_backups').select(['outcome', 'count', 'error']).orderBy('outcome').execute()).map(
      ({ outcome, count, error }) => [outcome, count, error !== null],
    )

  expect(await backUp(join(folder, 'backups'))).toBe(0)
  expect(await outcomes()).toEqual([['finished', 1, false]])
  expect(await backUp(join(noFolder, 'backups'))).toBe(1)
  expect(await outcomes()).toEqual([
    ['failed', 1, true],
    ['finished', 1, false],
  ])
})
