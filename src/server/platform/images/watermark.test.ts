import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { initialWatermark } from '#shared/watermark-forms.ts'
import { addWatermark } from './watermark.ts'

const pictures = join(import.meta.dirname, '../../../../demo/pictures')
/** `WATERMARK_PHOTOS` sets how many photos are marked. */
const photoCount = Number(process.env.WATERMARK_PHOTOS ?? 23)
const { opacity, size } = initialWatermark
const visible = 16

const pixelsOf = async (picture: Buffer) => {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, ...info }
}

/** Returns the share of pixels, in percent, that the mark visibly changes in each quarter of the picture. */
async function changedQuarters(clean: Buffer, marked: Buffer) {
  const [before, after] = [await pixelsOf(clean), await pixelsOf(marked)]
  const { width, height, channels } = before
  const changed = [0, 0, 0, 0]
  for (let pixel = 0; pixel < width * height; pixel++) {
    const differs = [0, 1, 2].some(
      (channel) =>
        Math.abs((before.data[pixel * channels + channel] ?? 0) - (after.data[pixel * channels + channel] ?? 0)) >=
        visible,
    )
    const quarter = (pixel % width < width / 2 ? 0 : 1) + (pixel < (width * height) / 2 ? 0 : 2)
    if (differs) changed[quarter] = (changed[quarter] ?? 0) + 1
  }
  return changed.map((count) => (400 * count) / (width * height))
}

async function expectVisible(clean: Buffer, name: string) {
  for (const mode of ['corner', 'tiled'] as const) {
    const [marked = clean] = await addWatermark([clean], { mode, text: 'Halden Studio', logo: null, opacity, size })
    const quarters = await changedQuarters(clean, marked)
    const share = quarters.reduce((sum, quarter) => sum + quarter / 4, 0)
    expect(share, `${mode} on ${name}`).toBeGreaterThanOrEqual(mode === 'corner' ? 0.1 : 1)
    if (mode === 'tiled') expect(Math.min(...quarters), `each quarter of ${name}`).toBeGreaterThanOrEqual(1)
  }
}

test.each(['#ffffff', '#000000', '#808080'])('the default watermark can be seen on %s', async (background) => {
  for (const [width, height] of [
    [960, 640],
    [640, 960],
  ] as const) {
    const plain = sharp({ create: { width, height, channels: 3, background } })
    await expectVisible(await plain.clone().jpeg().toBuffer(), `${width} x ${height}`)
    await expectVisible(await plain.webp().toBuffer(), `${width} x ${height} as WebP`)
  }
})

/** Cuts a photo out of another one, and turns half of them upright. */
async function photoAt(n: number, names: string[]) {
  const bytes = await readFile(join(pictures, names[n % names.length] ?? ''))
  const round = Math.floor(n / names.length)
  const box = n % 2 === 0 ? { width: 600, height: 400 } : { width: 400, height: 600 }
  const { width = 0, height = 0 } = await sharp(bytes).metadata()
  const left = (round * 97) % (width - box.width)
  const top = (round * 61) % (height - box.height)
  return sharp(bytes)
    .extract({ left, top, ...box })
    .flop(round % 2 === 1)
    .jpeg()
    .toBuffer()
}

test('the default watermark can be seen on photos', { timeout: 300_000 }, async () => {
  const names = (await readdir(pictures)).filter((name) => name.endsWith('.webp')).toSorted()
  for (let n = 0; n < photoCount; n++) await expectVisible(await photoAt(n, names), `photo ${n}`)
})
