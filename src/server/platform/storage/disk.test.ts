import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDiskStorage } from './disk.ts'
import { StorageUnavailable } from './storage.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'disk-'))
})

afterEach(() => rm(dir, { recursive: true }))

const filesIn = async (folder: string) => (await readdir(folder, { recursive: true })).sort()

test('leftovers of a crash are removed at startup, and objects are kept', async () => {
  const first = await createDiskStorage({ dir })
  await first.put([{ key: 'a/b', body: Buffer.from('kept') }])
  await writeFile(join(dir, '.tmp', 'half-written'), 'half')

  const second = await createDiskStorage({ dir })

  expect(await filesIn(dir)).toEqual(['.tmp', 'a', 'a/b'])
  expect(String(await second.read('a/b'))).toBe('kept')
})

test('a failed put leaves no temporary files or empty folders', async () => {
  const storage = await createDiskStorage({ dir })
  await storage.put([{ key: 'a/b', body: Buffer.from('x') }])
  await mkdir(join(dir, 'taken/folder'), { recursive: true })
  await writeFile(join(dir, 'taken/folder/file'), '')
  const files = ['c/1', 'c/d/2', 'c/d/e/3', 'a/3', 'taken/folder'].map((key) => ({ key, body: Buffer.from('x') }))

  await expect(storage.put(files)).rejects.toThrow(StorageUnavailable)

  expect(await filesIn(dir)).toEqual(['.tmp', 'a', 'a/b', 'taken', 'taken/folder', 'taken/folder/file'])
})

test('a file is moved into the storage instead of copied', async () => {
  const storage = await createDiskStorage({ dir })
  const path = join(dir, 'upload')
  await writeFile(path, 'x')

  await storage.put([{ key: 'a/b', body: { path } }])

  expect(await filesIn(dir)).toEqual(['.tmp', 'a', 'a/b'])
})

test('a folder is removed with its last object, and the folders above it are kept', async () => {
  const storage = await createDiskStorage({ dir })
  await storage.put(['a/b/c/1', 'a/b/c/2', 'a/d'].map((key) => ({ key, body: Buffer.from(key) })))

  await storage.remove(['a/b/c/1', 'a/b/c/2'])
  expect(await filesIn(dir)).toEqual(['.tmp', 'a', 'a/b', 'a/d'])
})

test('a put survives a concurrent remove that empties its folder', async () => {
  const storage = await createDiskStorage({ dir })
  const key = (round: number) => `a/b/c/${round}`
  await storage.put([{ key: key(0), body: Buffer.from('0') }])

  for (let round = 1; round <= 100; round++) {
    const put = storage.put([{ key: key(round), body: Buffer.from(String(round)) }])
    const removals = Array.from({ length: 5 }, () => storage.remove([key(round - 1)]))
    await Promise.all([put, ...removals])
    expect(String(await storage.read(key(round)))).toBe(String(round))
  }
})

test("a reader can finish reading a file that's removed in the meantime", async () => {
  const storage = await createDiskStorage({ dir })
  const bytes = Buffer.alloc(1_000_000, 'x')
  await storage.put([{ key: 'a', body: bytes }])

  const object = await storage.open('a')
  await storage.remove(['a'])

  expect(object && bytes.equals(await buffer(object.stream))).toBe(true)
})
