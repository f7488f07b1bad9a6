import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { overwritePages } from '#test/support/damaged-database.ts'
import { compiled, createProduct, root } from '#test/support/product.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'

/** The test starts seven processes. */
const timeoutMs = 300_000

const check = (dataDir: string, args: string[] = [], settings: Record<string, string> = {}) =>
  new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    const flags = ['--disable-warning=ExperimentalWarning', 'src/server/commands/check.ts']
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, DATA_DIR: dataDir, ...settings }
    const child = execFile(process.execPath, [...flags, ...args], { cwd: root, env }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
  })

test(
  'the check command repairs missing files, reports foreign files, and stops at a damaged database',
  () =>
    inScope(async (scope) => {
      const { client, dataDir, stop } = await createProduct(scope)
      const { _id: id } = await client.anImage(await client.aLink(await client.aUser()), await aSmallPicture())
      const folder = join(dataDir, 'pictures', 'images', id.slice(0, 2), id)
      await rm(join(folder, 'full.jpg'))

      const missing = `full.jpg of image ${id} is missing`
      expect(await check(dataDir)).toMatchObject({ status: 1, stdout: expect.stringContaining(`${missing}\n`) })
      expect(await check(dataDir, ['--repair'])).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(`${missing} (repaired)\n`),
      })
      const sound = await check(dataDir, ['--deep'])
      expect(sound.status).toBe(0)
      expect(sound.stdout).toMatch(/^1 images, \d+ files, 0 waiting to be deleted: no problems found\n$/)

      const current = await readFile(join(dataDir, 'app-secret'), 'utf8')
      const rotated = await check(dataDir, [], { APP_SECRET: `the secret from now on,${current}` })
      expect([rotated.status, rotated.stdout]).toEqual([0, expect.stringMatching(/^APP_SECRET: all stored secrets/)])

      await writeFile(join(dataDir, 'pictures', 'foreign.txt'), 'hello')
      expect(await check(dataDir, ['--repair'])).toMatchObject({
        status: 1,
        stdout: expect.stringContaining("foreign.txt isn't a Framelight file"),
      })

      await stop()
      await overwritePages(join(dataDir, 'framelight.db'))
      const damaged = await check(dataDir, ['--repair'])
      expect([damaged.status, damaged.stderr]).toEqual([1, ''])
      expect(damaged.stdout).toContain('The database is damaged, so nothing else was checked.')
    }),
  timeoutMs,
)
