import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startFakeS3, startGivenOrTestS3 } from '#test/support/s3-server.ts'
import { createStorage } from './create-storage.ts'
import { createDiskStorage } from './disk.ts'
import { createS3Storage } from './s3.ts'
import { type Storage, StorageUnavailable } from './storage.ts'

type Backend = { start: () => Promise<Storage>; faults: Record<string, () => Promise<Storage>> }

const closing: (() => Promise<unknown>)[] = []
let folder: string
let storage: Storage

async function startS3(): Promise<Storage> {
  if (!process.env.TEST_S3_URL) vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER').stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  const { options, close } = await startGivenOrTestS3(join(folder, 's3'))
  closing.push(close)
  return createStorage({ ...options, kind: 's3' })
}

async function s3Answering(listener: RequestListener): Promise<Storage> {
  const { options, close } = await startFakeS3(listener)
  closing.push(close)
  return createS3Storage(options, { connectMs: 200, answerMs: 200, cleanUpMs: 200, idleMs: 200 })
}

async function diskWithoutFolder(): Promise<{ dir: string; broken: Storage }> {
  const dir = await mkdtemp(join(folder, 'broken-'))
  const broken = await createDiskStorage({ dir })
  await rm(dir, { recursive: true })
  return { dir, broken }
}

const backends: Record<string, Backend> = {
  disk: {
    start: () => createStorage({ kind: 'disk', dir: join(folder, 'disk') }),
    faults: {
      'with a file in its place': async () => {
        const { dir, broken } = await diskWithoutFolder()
        await writeFile(dir, '')
        return broken
      },
      'whose folder is missing': async () => (await diskWithoutFolder()).broken,
    },
  },
  s3: {
    start: startS3,
    faults: {
      'that returns 500': () => s3Answering((_, response) => response.writeHead(500).end()),
      'that hangs': () => s3Answering(() => {}),
    },
  },
}

const backend = backends[process.env.TEST_STORAGE ?? '']
if (!backend) throw new Error('TEST_STORAGE must be disk or s3')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
  storage = await backend.start()
})

afterEach(async () => {
  await storage.remove(await keysUnder(''))
})

afterAll(async () => {
  await storage.close()
  for (const close of closing.reverse()) await close()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

async function keysUnder(prefix: string, from = storage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of from.list(prefix)) keys.push(key)
  return keys.sort()
}

async function readRange(key: string, start: number, end: number) {
  const object = await storage.open(key, { start, end })
  return object && { size: object.size, bytes: String(await buffer(object.stream)) }
}

test('an object stored from memory or from a file can be read', async () => {
  const path = join(folder, 'upload')
  await writeFile(path, 'from a file')
  await storage.put([
    { key: 'images/3f/Ab-3_x/480.webp', body: Buffer.from('from memory') },
    { key: 'images/3f/Ab-3_x/original', body: { path } },
    { key: 'images/3f/Ab-3_x/empty', body: Buffer.alloc(0) },
  ])

  expect(String(await storage.read('images/3f/Ab-3_x/480.webp'))).toBe('from memory')
  expect(String(await storage.read('images/3f/Ab-3_x/original'))).toBe('from a file')
  expect(await storage.read('images/3f/Ab-3_x/empty')).toEqual(Buffer.alloc(0))
})

test('a missing object is undefined', async () => {
  await storage.put([{ key: 'images/a/b', body: Buffer.from('x') }])

  for (const key of ['images/a/c', 'images/x/y', 'images/a']) {
    expect(await storage.open(key)).toBeUndefined()
    expect(await storage.read(key)).toBeUndefined()
  }
})

test('where files can be linked, a linked file has the bytes of the object, also after the object is gone', async () => {
  if (!storage.link) return expect(process.env.TEST_STORAGE).toBe('s3')
  await storage.put([{ key: 'linked/a', body: Buffer.from('bytes') }])
  expect(await storage.link('linked/a', join(folder, 'a'))).toBe(5)
  await storage.remove(['linked/a'])
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('bytes')
  expect(await storage.link('linked/a', join(folder, 'b'))).toBeUndefined()
})

test('a 12 MB object stored from memory or from a file can be read', async () => {
  const bytes = randomBytes(12_000_000)
  const path = join(folder, 'large')
  await writeFile(path, bytes)
  await storage.put([
    { key: 'large/memory', body: bytes },
    { key: 'large/file', body: { path } },
  ])

  for (const key of ['large/memory', 'large/file']) {
    const object = await storage.open(key)
    expect(object?.size).toBe(bytes.length)
    expect(object && bytes.equals(await buffer(object.stream))).toBe(true)
  }
})

test('a range returns its bytes including the last one, and the total size', async () => {
  await storage.put([{ key: 'ranges/a', body: Buffer.from('0123456789') }])

  expect(await readRange('ranges/a', 2, 4)).toEqual({ size: 10, bytes: '234' })
  expect(await readRange('ranges/a', 9, 9)).toEqual({ size: 10, bytes: '9' })
  expect(await readRange('ranges/a', 5, 1000)).toEqual({ size: 10, bytes: '56789' })
  expect(await readRange('ranges/a', 10, 20)).toEqual({ size: 10, bytes: '' })
  expect(await readRange('ranges/b', 0, 1)).toBeUndefined()
  await expect(storage.open('ranges/a', { start: 3, end: 2 })).rejects.toThrow(RangeError)
})

test('removed objects are gone, and removing a missing object succeeds', async () => {
  const keys = ['gone/a/1', 'gone/a/2', 'gone/b/1']
  await storage.put(keys.map((key) => ({ key, body: Buffer.from(key) })))

  await storage.remove(['gone/a/1', 'gone/b/1', 'gone/c/never-there'])
  await storage.remove([])

  expect(await storage.read('gone/a/1')).toBeUndefined()
  expect(await keysUnder('gone/')).toEqual(['gone/a/2'])
})

test('removing a prefix removes only the objects under it', async () => {
  const keys = ['all/a/1', 'all/a/2', 'all/ab/1']
  await storage.put(keys.map((key) => ({ key, body: Buffer.from(key) })))
  await storage.removeAll('all/a/')
  await storage.removeAll('all/never-there/')
  expect(await keysUnder('all/')).toEqual(['all/ab/1'])
})

test('a list contains the keys with the prefix, their sizes and dates', async () => {
  const keys = ['images/aa/1/x', 'images/ab/2/x', 'images/b', 'other/c']
  await storage.put(keys.map((key) => ({ key, body: Buffer.from(key) })))

  expect(await keysUnder('')).toEqual(keys)
  expect(await keysUnder('images/')).toEqual(keys.slice(0, 3))
  expect(await keysUnder('images/a')).toEqual(keys.slice(0, 2))
  expect(await keysUnder('images/aa/1/x')).toEqual(keys.slice(0, 1))
  expect(await keysUnder('nothing/here')).toEqual([])
  for await (const { key, bytes, modifiedAt } of storage.list('')) {
    expect(bytes).toBe(key.length)
    expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000)
  }
})

test('50 concurrent puts all succeed', async () => {
  const keys = Array.from({ length: 50 }, (_, i) => `parallel/${i % 7}/${i}`).sort()
  await Promise.all(keys.map((key) => storage.put([{ key, body: Buffer.from(key) }])))

  expect(await keysUnder('parallel/')).toEqual(keys)
  for (const key of keys) expect(String(await storage.read(key))).toBe(key)
})

test('an object that is stored again is never read in part', async () => {
  const stored = { key: 'images/ag/again/full.jpg', body: randomBytes(3_000_000) }
  await storage.put([stored])
  let isOver = false
  const putting = (async () => {
    for (let n = 0; n < 20; n++) await storage.put([stored])
    isOver = true
  })()
  const lengths = new Set<number | undefined>()
  while (!isOver) lengths.add((await storage.read(stored.key))?.length)
  await putting
  expect([...lengths]).toEqual([stored.body.length])
})

test('a failed put leaves no files behind', async () => {
  await storage.put([{ key: 'half/kept', body: Buffer.from('kept') }])
  const files = Array.from({ length: 20 }, (_, i) => ({ key: `half/${i}/x`, body: Buffer.from('x') }))
  const missing = { key: 'half/missing', body: { path: join(folder, 'no-such-upload') } }

  await expect(storage.put([...files, missing])).rejects.toThrow(StorageUnavailable)
  expect(await keysUnder('half/')).toEqual(['half/kept'])
})

test.each(['../a', 'a/../b', '/etc/passwd', 'a//b', 'a/', '', '.tmp/a', 'a/.b', 'a\\b', 'a b', 'ä', 'a\0', 'a\n'])(
  'the key %j is rejected',
  async (key) => {
    const refusal = 'Not a storage key'
    await expect(storage.put([{ key, body: Buffer.from('x') }])).rejects.toThrow(refusal)
    await expect(storage.open(key)).rejects.toThrow(refusal)
    await expect(storage.read(key)).rejects.toThrow(refusal)
    await expect(storage.remove([key])).rejects.toThrow(refusal)
  },
)

test("a list can't escape the storage", async () => {
  for (const prefix of ['../', '/', 'a/../', '.tmp'])
    await expect(keysUnder(prefix)).rejects.toThrow('Not a storage key prefix')
})

test('readers that disconnect leave no files open', async () => {
  await storage.put([{ key: 'hang-up/a', body: randomBytes(4_000_000) }])
  const openFiles = async () => (await readdir('/dev/fd')).length
  const before = await openFiles()

  for (let i = 0; i < 200; i++) {
    const object = await storage.open('hang-up/a')
    if (i % 2) await object?.stream[Symbol.asyncIterator]().next()
    object?.stream.destroy()
  }

  await expect.poll(openFiles, { timeout: 60_000 }).toBeLessThan(before + 20)
})

test('a working storage passes its check', async () => {
  await storage.check()
  expect(await keysUnder('')).toEqual([])
})

test.each(Object.entries(backend.faults))(
  'a storage %s rejects a check and two puts without hanging',
  async (_, breakOne) => {
    const broken = await breakOne()
    const path = join(folder, 'upload-for-broken')
    await writeFile(path, 'x')

    await expect(broken.check()).rejects.toThrow(StorageUnavailable)
    await expect(broken.put([{ key: 'a/b', body: Buffer.from('x') }])).rejects.toThrow(StorageUnavailable)
    await expect(broken.put([{ key: 'a/c', body: { path } }])).rejects.toThrow(StorageUnavailable)
    await broken.close()
  },
)

test("a broken storage isn't mistaken for a missing object", async () => {
  const broken = await Object.values(backend.faults)[0]?.()
  if (!broken) throw new Error('no fault to try')

  await expect(broken.open('a/b')).rejects.toThrow(StorageUnavailable)
  await expect(broken.read('a/b')).rejects.toThrow(StorageUnavailable)
  await expect(broken.remove(['a/b'])).rejects.toThrow(StorageUnavailable)
  await expect(keysUnder('', broken)).rejects.toThrow(StorageUnavailable)
  await broken.close()
})
