import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { animation, gifOfFrames, pngChunk, quarters } from './fixtures/samples.ts'
import { createWorkbench } from './fixtures/workbench.ts'
import { hasAnimatedRenditions, isHeavy, recognize } from './recognize.ts'

const { prepare, close } = await createWorkbench()
afterAll(close)

const read = (bytes: Buffer | undefined) => sharp(bytes, { animated: true }).metadata()

/** Sets the canvas size of a GIF with 1-pixel frames. */
function ofSize(gif: Buffer, width: number, height: number) {
  gif.writeUInt16LE(width, 6)
  gif.writeUInt16LE(height, 8)
  return gif
}

describe('animated renditions', () => {
  it.each(['gif', 'webp'] as const)('of a %s keep the frames, their timing and the loop count', async (type) => {
    const times = { delay: [100, 40, 300], loop: 3 }
    const { animated, renditions } = await prepare(
      await (await animation(3, 600, 300)).toFormat(type, times).toBuffer(),
    )
    expect(animated.map(({ name }) => name)).toEqual(['480-moving.webp', '600-moving.webp'])
    for (const [index, { body, width, height, contentType }] of animated.entries()) {
      expect(await read(body)).toMatchObject({ format: 'webp', pages: 3, width, pageHeight: height, ...times })
      expect({ width, height, contentType }).toEqual({
        width: renditions[index]?.width,
        height: renditions[index]?.height,
        contentType: 'image/webp',
      })
    }
  })

  it('keep transparency', async () => {
    const dot = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#f00' } })
      .extend({ left: 20, right: 20, background: '#0000' })
      .png()
      .toBuffer()
    const other = await sharp(dot).negate({ alpha: false }).toBuffer()
    const gif = await sharp([dot, other], { join: { animated: true } })
      .gif()
      .toBuffer()
    const { animated } = await prepare(gif)
    const { data, info } = await sharp(animated[0]?.body, { page: 1 }).raw().toBuffer({ resolveWithObject: true })
    const alphaAt = (x: number) => data[(10 * info.width + x) * info.channels + 3]
    expect([info.channels, alphaAt(5), alphaAt(30)]).toEqual([4, 0, 255])
  })

  it("don't contain metadata", async () => {
    const webp = await (await animation(2))
      .withExif({ IFD0: { Make: 'Camera' } })
      .webp()
      .toBuffer()
    const { exif, pages } = await read((await prepare(webp)).animated[0]?.body)
    expect([exif, pages]).toEqual([undefined, 2])
  })

  it("aren't created for PNGs or still images, or above 300 frames or 100 million pixels", async () => {
    const moves = (bytes: Buffer) => hasAnimatedRenditions(recognize(bytes))
    expect(moves(gifOfFrames(1))).toBe(false)
    expect(moves(gifOfFrames(300))).toBe(true)
    expect(moves(gifOfFrames(301))).toBe(false)
    expect(moves(ofSize(gifOfFrames(10), 4000, 2500))).toBe(true)
    expect(moves(ofSize(gifOfFrames(10), 4000, 2501))).toBe(false)
    const png = await quarters(8, 8).png().toBuffer()
    const frame = pngChunk('fcTL', Buffer.alloc(26))
    expect(moves(Buffer.concat([png.subarray(0, 33), frame, frame, png.subarray(33)]))).toBe(false)
  })

  it('make an image heavy if all frames together need a lot of memory, unless there are too many to animate', () => {
    const heavy = (frames: number) => isHeavy(recognize(ofSize(gifOfFrames(frames), 1000, 1000)))
    expect([heavy(2), heavy(50), heavy(101)]).toEqual([false, true, false])
  })

  it('are omitted if a later frame is damaged, unlike the still renditions', async () => {
    const webp = await (await animation(3, 600, 300)).webp({ lossless: true }).toBuffer()
    const behindItsHeader = webp.lastIndexOf('ANMF') + 60
    webp.fill(0xff, behindItsHeader)
    const { animated, renditions } = await prepare(webp)
    expect([animated, renditions.length]).toEqual([[], 2])
  })
})
