import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureAppSecret } from './app-secret.ts'

let dir: string

beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'secret-')), 'data')
})
afterEach(() => rm(join(dir, '..'), { recursive: true }))

test('the first start creates a 256-bit secret that only this user can read', async () => {
  const [secret] = ensureAppSecret(dir)

  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await readdir(dir)).toEqual(['app-secret'])
  expect((await stat(join(dir, 'app-secret'))).mode & 0o777).toBe(0o600)
})

test('later starts use the same secret', () => {
  const first = ensureAppSecret(dir)
  expect(ensureAppSecret(dir)).toEqual(first)
  expect(ensureAppSecret(dir)).toEqual(first)
})

test('another installation has a different secret', () => {
  expect(ensureAppSecret(dir)).not.toEqual(ensureAppSecret(join(dir, 'other')))
})

test("a secret added by hand is used without the editor's line break", async () => {
  await mkdir(dir)
  await writeFile(join(dir, 'app-secret'), 'chosen-by-the-administrator\n')

  expect(ensureAppSecret(dir)).toEqual(['chosen-by-the-administrator'])
})

test('processes that start at the same time use the same secret', async () => {
  const script = `
    import { ensureAppSecret } from ${JSON.stringify(join(import.meta.dirname, 'app-secret.ts'))}
    process.stdout.write(ensureAppSecret(process.argv[1])[0])`
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, dir])
  const started = await Promise.all([start(), start(), start(), start()])

  const kept = await readFile(join(dir, 'app-secret'), 'utf8')
  expect(started.map(({ stdout }) => stdout)).toEqual([kept, kept, kept, kept])
})

test('an empty file is never used as a secret', async () => {
  await mkdir(dir)
  await writeFile(join(dir, 'app-secret'), '')

  let secret: string | undefined
  try {
    secret = ensureAppSecret(dir)[0]
  } catch {
    return
  }
  expect(secret).toMatch(/^[\w-]{43}$/)
})

test("if the folder can't be created, the error names it", async () => {
  await writeFile(dir, 'a file where the folder should be')
  expect(() => ensureAppSecret(dir)).toThrow(dir)
})
