import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startFakeS3 } from '#test/support/s3-server.ts'
import { createS3Storage } from './s3.ts'
import { type Storage, StorageUnavailable } from './storage.ts'

const closing: (() => Promise<unknown>)[] = []

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
})

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  vi.unstubAllEnvs()
})

async function storageOn(listener: RequestListener): Promise<Storage> {
  const { options, close } = await startFakeS3(listener)
  const storage = createS3Storage(options, { connectMs: 500, answerMs: 2_000, cleanUpMs: 500, idleMs: 100 })
  closing.push(close, storage.close)
  return storage
}

test('a failed upload is retried from the first byte', async () => {
  const dir = await mkdtemp(join(tmpdir(), 's3-'))
  closing.push(() => rm(dir, { recursive: true }))
  const bytes = randomBytes(500_000)
  const path = join(dir, 'upload')
  await writeFile(path, bytes)
  const received: Buffer[] = []
  const storage = await storageOn(async (request, response) => {
    received.push(await buffer(request))
    response.writeHead(received.length < 3 ? 503 : 200).end()
  })

  await storage.put([{ key: 'a', body: { path } }])

  expect(received.map((body) => body.equals(bytes))).toEqual([true, true, true])
})

test("a rejected upload isn't retried", async () => {
  const methods: (string | undefined)[] = []
  const storage = await storageOn(({ method }, response) => {
    methods.push(method)
    response.writeHead(403).end()
  })

  await expect(storage.put([{ key: 'a', body: Buffer.from('x') }])).rejects.toThrow(StorageUnavailable)
  expect(methods).toEqual(['PUT'])
})

test('if a file is rejected, running uploads finish before all files are removed', async () => {
  const events: string[] = []
  const storage = await storageOn(async (request, response) => {
    await buffer(request)
    const { method, url } = request
    const isRefused = url?.includes('/refused')
    if (method === 'PUT' && !isRefused) await delay(200)
    if (!isRefused) events.push(method ?? '')
    response.writeHead(isRefused ? 403 : 200).end(method === 'POST' ? '<DeleteResult></DeleteResult>' : '')
  })

  const files = ['refused', 'slow/1', 'slow/2'].map((key) => ({ key, body: Buffer.from('x') }))
  await expect(storage.put(files)).rejects.toThrow(StorageUnavailable)

  expect(events).toEqual(['PUT', 'PUT', 'POST'])
})

describe('a server that hangs', () => {
  async function failingTime(storage: Storage) {
    const sizes = [10_000, 100_000, 8_000_000, 20_000]
    const files = sizes.map((size, n) => ({ key: `a/${n}`, body: Buffer.alloc(size) }))
    const startedAt = performance.now()
    await expect(storage.put(files)).rejects.toThrow(StorageUnavailable)
    return performance.now() - startedAt
  }

  test('times out once, and no later for a large file than for a small one', async () => {
    let asked = 0
    const storage = await storageOn((request) => {
      asked++
      request.resume()
    })

    expect(await failingTime(storage)).toBeLessThan(30_000)
    expect(asked).toBe(4)
  })

  test('after accepting some files gets little extra time to remove them', async () => {
    const methods: (string | undefined)[] = []
    const storage = await storageOn((request, response) => {
      request.resume()
      if (methods.push(request.method) === 1) response.end()
    })

    expect(await failingTime(storage)).toBeLessThan(30_000)
    expect(methods).toEqual(['PUT', 'PUT', 'PUT', 'PUT', 'POST'])
  })

  test('after failing gets only the remaining time', async () => {
    let asked = 0
    const storage = await storageOn((request, response) => {
      request.resume()
      if (++asked <= 4) setTimeout(() => response.writeHead(503).end(), 1_000)
    })

    expect(await failingTime(storage)).toBeLessThan(10_000)
  })
})

test("a missing bucket isn't mistaken for a missing object", async () => {
  const storage = await storageOn((_, response) =>
    response.writeHead(404).end('<Error><Code>NoSuchBucket</Code><Message>No such bucket</Message></Error>'),
  )

  await expect(storage.open('a')).rejects.toThrow(StorageUnavailable)
})

test('a stalled download times out', async () => {
  const storage = await storageOn((_, response) => response.writeHead(200, { 'content-length': 1_000 }).write('half'))

  await expect(storage.read('a')).rejects.toThrow(StorageUnavailable)
})

test('an interrupted download fails', async () => {
  const storage = await storageOn((_, response) => {
    response.writeHead(200, { 'content-length': 1_000 }).write('half', () => response.destroy())
  })

  await expect(storage.read('a')).rejects.toThrow(StorageUnavailable)
})

test("a slow reader isn't mistaken for a stalled server", async () => {
  const bytes = randomBytes(8_000_000)
  const storage = await storageOn((_, response) => response.writeHead(200).end(bytes))

  const object = await storage.open('a')
  const chunks: Buffer[] = []
  for await (const chunk of object?.stream ?? []) {
    if (chunks.push(chunk) <= 3) await delay(250)
  }

  expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
})

test('a list includes all pages', async () => {
  const pages: Record<string, string> = {
    '': '<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>',
    next: '<IsTruncated>false</IsTruncated>',
  }
  const storage = await storageOn(({ url }, response) => {
    const token = new URL(url ?? '', 'http://s3').searchParams.get('continuation-token') ?? ''
    const content = `<Contents><Key>a/${token}1</Key><Size>7</Size><LastModified>2030-01-02T03:04:05.000Z</LastModified></Contents>`
    response.end(`<ListBucketResult>${pages[token]}${content}</ListBucketResult>`)
  })

  const found = []
  for await (const object of storage.list('a/')) found.push(object)

  const modifiedAt = new Date('2030-01-02T03:04:05.000Z')
  expect(found).toEqual([
    { key: 'a/1', bytes: 7, modifiedAt },
    { key: 'a/next1', bytes: 7, modifiedAt },
  ])
})

test('objects are deleted a thousand at a time, with the checksum that older servers require', async () => {
  const requests: { keys: number; checked: boolean }[] = []
  const storage = await storageOn(async (request, response) => {
    const body = await text(request)
    const md5 = createHash('md5').update(body).digest('base64')
    requests.push({ keys: body.split('<Key>').length - 1, checked: request.headers['content-md5'] === md5 })
    response.end('<DeleteResult></DeleteResult>')
  })

  await storage.remove(Array.from({ length: 2_005 }, (_, i) => `many/${i}`))

  expect(requests).toEqual([
    { keys: 1_000, checked: true },
    { keys: 1_000, checked: true },
    { keys: 5, checked: true },
  ])
})

test("an object that can't be deleted throws an error", async () => {
  const storage = await storageOn((_, response) =>
    response.end('<DeleteResult><Error><Key>a</Key><Code>AccessDenied</Code></Error></DeleteResult>'),
  )

  await expect(storage.remove(['a'])).rejects.toThrow(StorageUnavailable)
})
