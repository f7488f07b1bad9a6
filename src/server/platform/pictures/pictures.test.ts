import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { distance, pngChunk, quarters, withSegment } from './fixtures/samples.ts'
import { createWorkbench } from './fixtures/workbench.ts'
import { PictureRefused } from './outline.ts'
import { createPictures } from './pictures.ts'

const { prepare, write, close } = await createWorkbench()
afterAll(close)

const heic = await readFile(new URL('./fixtures/turned.heic', import.meta.url))

describe('damage', () => {
  it('that is harmless is forgiven', async () => {
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

  it('that has lost pixels is refused', async () => {
    const jpeg = await quarters(1200, 800).jpeg({ quality: 95 }).toBuffer()
    const halved = Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.from([0xff, 0xd9])])
    await expect(prepare(halved)).rejects.toThrow('it is damaged')
    const png = await quarters(300, 200).png().toBuffer()
    const data = png.indexOf('IDAT')
    const half = pngChunk('IDAT', png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4) / 2))
    const emptied = Buffer.concat([png.subarray(0, data - 4), half, png.subarray(png.indexOf('IEND') - 4)])
    await expect(prepare(emptied)).rejects.toBeInstanceOf(PictureRefused)
  })

  it('inside a HEIC ends its worker and is refused', async () => {
    const broken = Buffer.from(heic)
    broken.fill(0x55, broken.indexOf('mdat') + 8)
    await expect(prepare(broken)).rejects.toThrow('it is damaged')
    const impatient = createPictures({ limitMs: 1 })
    await expect(impatient.prepare(await write(heic), { userId: 'ada' })).rejects.toThrow('it takes too long to decode')
    await impatient.close()
  })
})

describe('a busy port', () => {
  it('says how many wait, lets them leave the queue, and refuses them when it closes', async () => {
    const path = await write(await quarters(1200, 800).jpeg().toBuffer())
    const busy = createPictures({ perUser: 1 })
    const leaving = new AbortController()
    const first = busy.prepare(path, { userId: 'ada' })
    const second = busy.prepare(path, { userId: 'ada', signal: leaving.signal })
    const third = busy.prepare(path, { userId: 'ada' })
    expect(busy.pending).toBe(2)
    leaving.abort(new Error('hung up'))
    await expect(second).rejects.toThrow('hung up')
    expect(busy.pending).toBe(1)
    const late = expect(third).rejects.toThrow('No more pictures are taken')
    await Promise.all([busy.close(), late, first.catch(() => undefined)])
    await expect(busy.prepare(path, { userId: 'ada' })).rejects.toThrow('No more pictures are taken')
  })
})
