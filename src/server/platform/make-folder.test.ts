import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('makeFolder creates private folders and returns the topmost new one', async () => {
  const root = await aFolder()
  expect(makeFolder(join(root, 'a', 'b', 'c'))).toBe(join(root, 'a'))
  expect((await stat(join(root, 'a', 'b', 'c'))).mode & 0o777).toBe(0o700)
  expect(makeFolder(join(root, 'a', 'b', 'c'))).toBeUndefined()
  expect(makeFolder(join(root, 'a', 'd'))).toBe(join(root, 'a', 'd'))
})

test('a file in the way throws an error', async () => {
  const file = join(await aFolder(), 'file')
  await writeFile(file, '')
  expect(() => makeFolder(file)).toThrow('EEXIST')
  expect(() => makeFolder(join(file, 'a', 'b'))).toThrow('ENOTDIR')
})

test("a folder that can't be created throws an error instead of looping forever", () => {
  // Linux reports ENOENT for /proc/1/x even though /proc/1 exists. Other systems have no /proc at all.
  expect(() => makeFolder('/proc/1/x/y')).toThrow(/^E[A-Z]+:/)
})
