import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { SemaphoreFull } from '../concurrency/fair-semaphore.ts'
import { distance, pngChunk, quarters, withSegment } from './fixtures/samples.ts'
import { createWorkbench } from './fixtures/workbench.ts'
import { ImageRefused } from './image-header.ts'
import { createImageProcessor, TooMuchWaste } from './image-processor.ts'
import { WorkerLost } from './worker-process.ts'

const { prepare, write, close } = await createWorkbench()
afterAll(close)

const heic = await readFile(new URL('./fixtures/turned.heic', import.meta.url))

describe('damage', () => {
  it("that's harmless is ignored", async () => {
    const jpeg = await quarters(300, 200).jpeg().toBuffer()
    const badExif = withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0MM\0*'), randomBytes(200)]))
    const png = await quarters(300, 200).png().toBuffer()
    const badText = pngChunk('tEXt', Buffer.from('Comment\0hello'))
    badText.writeUInt32BE(1, badText.length - 4)
    for (const bytes of [badExif, Buffer.concat([png.subarray(0, 33), badText, png.subarray(33)])]) {
      const prepared = await prepare(bytes)
      expect(await distance(prepared.full.body)).toBeLessThanOrEqual(8)
    }
  })

  it('that removes pixels is rejected', async () => {
    const jpeg = await quarters(1200, 800).jpeg({ quality: 95 }).toBuffer()
    const halved = Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.from([0xff, 0xd9])])
    await expect(prepare(halved)).rejects.toThrow("it's damaged")
    const png = await quarters(300, 200).png().toBuffer()
    const data = png.indexOf('IDAT')
    const half = pngChunk('IDAT', png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4) / 2))
    const emptied = Buffer.concat([png.subarray(0, data - 4), half, png.subarray(png.indexOf('IEND') - 4)])
    await expect(prepare(emptied)).rejects.toBeInstanceOf(ImageRefused)
  })

  it('inside a HEIC is rejected, and so is a slow HEIC', async () => {
    const broken = Buffer.from(heic)
    broken.fill(0x55, broken.indexOf('mdat') + 8)
    await expect(prepare(broken)).rejects.toThrow("it's damaged")
    const impatient = createImageProcessor({ limitMs: 1 })
    await expect(impatient.prepare(await write(heic), { userId: 'ada' })).rejects.toThrow('it takes too long to decode')
    await impatient.close()
  })
})

describe('a worker', () => {
  const options = { userId: 'ada' }
  const workers = async () => {
    const children = await readFile(`/proc/self/task/${process.pid}/children`, 'latin1')
    const pids = children.trim().split(' ').filter(Boolean).map(Number)
    const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')))
    return pids.filter((_, index) => commands[index]?.includes('image-worker'))
  }

  it.runIf(process.platform === 'linux')('that dies loses only its own image', async () => {
    const path = await write(await quarters(3000, 2000).jpeg().toBuffer())
    const others = await workers()
    const pictures = createImageProcessor({ perUser: 1 })
    for (const signal of ['SIGKILL', 'SIGSEGV'] as const) {
      const lost = expect(pictures.prepare(path, options)).rejects.toBeInstanceOf(WorkerLost)
      const next = pictures.prepare(path, options)
      const started = await vi.waitUntil(async () => (await workers()).find((pid) => !others.includes(pid)))
      process.kill(started, signal)
      await lost
      const { full, discard } = await next
      expect(full.width).toBe(3000)
      await discard()
      expect(await readdir(dirname(path))).not.toContain(`${basename(path)}-made`)
    }
    await pictures.close()
    expect((await workers()).filter((pid) => !others.includes(pid))).toEqual([])
  })

  it.runIf(process.platform === 'linux')("that gets no CPU time doesn't cause a rejection", async () => {
    const others = await workers()
    const pictures = createImageProcessor({ limitMs: 2000 })
    const making = pictures.prepare(await write(await quarters(60, 40).png().toBuffer()), options)
    const started = await vi.waitUntil(async () => (await workers()).find((pid) => !others.includes(pid)))
    process.kill(started, 'SIGSTOP')
    await sleep(2500)
    process.kill(started, 'SIGCONT')
    expect((await making).full.width).toBe(60)
    await pictures.close()
  })

  it('that uses too much memory causes a rejection', async () => {
    const pictures = createImageProcessor({ maxBytes: 1_000_000 })
    const path = await write(await quarters(3000, 2000).png().toBuffer())
    await expect(pictures.prepare(path, options)).rejects.toThrow('it needs too much memory to decode')
    await pictures.close()
  })

  it.runIf(process.platform === 'linux')("ends when it's idle", async () => {
    const others = await workers()
    const pictures = createImageProcessor({ idleMs: 50 })
    const { discard } = await pictures.prepare(await write(await quarters(60, 40).png().toBuffer()), options)
    await discard()
    await vi.waitUntil(async () => (await workers()).every((pid) => others.includes(pid)))
    await pictures.close()
  })
})

describe('a user whose images are rejected', () => {
  it("is blocked for a while after wasting too much time, and others aren't", async () => {
    let now = 0
    const waste = { allowedMs: 0, forgiven: 0.1 }
    const pictures = createImageProcessor({ perUser: 1, waste, clock: { monotonicMs: () => now } })
    const [jpeg, text] = [
      await write(await quarters(300, 200).jpeg().toBuffer()),
      await write(Buffer.from('no picture')),
    ]
    const prepare = async (path: string, userId: string) => (await pictures.prepare(path, { userId })).discard()

    pictures.expectUpload('careless')
    const refused = expect(prepare(text, 'careless')).rejects.toBeInstanceOf(ImageRefused)
    const waiting = expect(prepare(jpeg, 'careless')).rejects.toBeInstanceOf(TooMuchWaste)
    await Promise.all([refused, waiting])
    expect(() => pictures.expectUpload('careless')).toThrow(TooMuchWaste)
    pictures.expectUpload('other')
    await prepare(jpeg, 'other')
    now += 1e6
    pictures.expectUpload('careless')
    await prepare(jpeg, 'careless')
    await pictures.close()
  })
})

describe('a user with many images', () => {
  it('is rejected above the queue limit, while others are served', async () => {
    const pictures = createImageProcessor({ perUser: 1, waitingPerUser: 8 })
    const path = await write(await quarters(800, 600).jpeg().toBuffer())
    const copies = await Promise.all(Array.from({ length: 13 }, async () => write(await readFile(path))))
    const order: string[] = []
    const prepare = (copy: string, userId: string) =>
      pictures.prepare(copy, { userId }).then(async ({ discard }) => {
        order.push(userId)
        await discard()
      })
    // Start a worker for each user first, because that takes longer than processing these small images.
    await Promise.all([prepare(copies[11] as string, 'greedy'), prepare(copies[12] as string, 'other')])
    order.length = 0
    const many = copies.slice(0, 9).map((copy) => prepare(copy, 'greedy'))
    expect(() => pictures.expectUpload('greedy')).toThrow(SemaphoreFull)
    await expect(prepare(copies[9] as string, 'greedy')).rejects.toMatchObject({ isKeyFull: true })
    pictures.expectUpload('other')
    await Promise.all([...many, prepare(copies[10] as string, 'other')])
    expect(order.at(-1)).toBe('greedy')
    await pictures.close()
  })
})

describe('a busy queue', () => {
  it('counts waiting images, allows canceling them, and rejects them when it closes', async () => {
    const path = await write(await quarters(1200, 800).jpeg().toBuffer())
    const busy = createImageProcessor({ perUser: 1 })
    const leaving = new AbortController()
    const first = busy.prepare(path, { userId: 'ada' })
    const second = busy.prepare(path, { userId: 'ada', signal: leaving.signal })
    const third = busy.prepare(path, { userId: 'ada' })
    expect(busy.pending).toBe(2)
    leaving.abort(new Error('hung up'))
    await expect(second).rejects.toThrow('hung up')
    expect(busy.pending).toBe(1)
    const late = expect(third).rejects.toThrow('The server is shutting down')
    await Promise.all([busy.close(), late, first.catch(() => undefined)])
    await expect(busy.prepare(path, { userId: 'ada' })).rejects.toThrow('The server is shutting down')
  })
})
