// @engine sqlite
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { useServer } from '#test/support/use-server.ts'
import { createWatermarks } from '#test/support/watermarks.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { fetch, set } = createWatermarks(server)

/** `PHOTOGRAPHS` sets the folder the photos are cut from, and `WATERMARK_PHOTOS` how many there are. */
const folder = process.env.PHOTOGRAPHS ?? join(import.meta.dirname, '../../../../demo/pictures')
const photoCount = Number(process.env.WATERMARK_PHOTOS ?? 12)
const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name)).toSorted()
const photosPerLink = 12

const visible = 16
const bars = { corner: 0.1, tiled: 1 }

type Pictures = [name: string, bytes: Buffer][]
type Shown = { renditions: { url: string }[] }

const pixelsOf = async (bytes: Buffer) => {
  const picture = sharp(bytes).removeAlpha().toColourspace('srgb')
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { data, ...info }
}

/** Returns the share of pixels, in percent, that differ visibly in each quarter of the picture. */
async function changedQuarters(clean: Buffer, seen: Buffer) {
  const [before, after] = await Promise.all([pixelsOf(clean), pixelsOf(seen)])
  const { width, height } = before
  expect([after.width, after.height, before.channels, after.channels]).toEqual([width, height, 3, 3])
  const quarters = [0, 0, 0, 0].map(() => ({ changed: 0, pixels: 0 }))
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = (pixel % width < width / 2 ? 0 : 1) + (pixel < (width * height) / 2 ? 0 : 2)
    const quarter = quarters[at] as { changed: number; pixels: number }
    quarter.pixels++
    for (let channel = pixel * 3; channel < pixel * 3 + 3; channel++) {
      if (Math.abs((before.data[channel] ?? 0) - (after.data[channel] ?? 0)) < visible) continue
      quarter.changed++
      break
    }
  }
  return quarters
}

const shareOf = (quarters: { changed: number; pixels: number }[]) => {
  const sum = (of: 'changed' | 'pixels') => quarters.reduce((total, quarter) => total + quarter[of], 0)
  return (100 * sum('changed')) / sum('pixels')
}

async function read(url: string) {
  const { status, bytes } = await fetch(url)
  expect(status).toBe(200)
  return bytes
}

/** Uploads the pictures, turns the default watermark on, and compares what visitors and the owner get with the files of before. */
async function expectVisible(pictures: Pictures) {
  const link = await build.aLink()
  for (const [, bytes] of pictures) expect((await build.anUpload({ link, bytes })).status).toBe(201)
  const shownTo = async (token?: string): Promise<string[][]> => {
    const { body } = await server.get(`/api/links/slug/${link.slug}`, token === undefined ? {} : { token })
    expect(body.data.images).toHaveLength(pictures.length)
    return body.data.images.map(({ renditions }: Shown) => renditions.map(({ url }) => url))
  }
  const clean = await Promise.all((await shownTo()).map((urls) => Promise.all(urls.map(read))))
  for (const mode of ['corner', 'tiled'] as const) {
    await set(link, { mode })
    await vi.waitFor(
      async () => {
        const { body } = await server.get(`/api/links/${link._id}`, { token: link.owner.token })
        expect(body.data.watermarkProgress).toEqual({ done: pictures.length, total: pictures.length })
      },
      { timeout: 60_000 },
    )
    const [visitors, owners] = [await shownTo(), await shownTo(link.owner.token)]
    for (const [n, [name]] of pictures.entries()) {
      for (const [at, bytes] of (clean[n] ?? []).entries()) {
        const what = `${mode}, ${name}, file ${at + 1}`
        const quarters = await changedQuarters(bytes, await read(visitors[n]?.[at] ?? ''))
        expect(shareOf(quarters), what).toBeGreaterThanOrEqual(bars[mode])
        if (mode === 'tiled')
          for (const each of quarters) expect(shareOf([each]), what).toBeGreaterThanOrEqual(bars.tiled)
        expect((await read(owners[n]?.[at] ?? '')).equals(bytes), `${what}, for the owner`).toBe(true)
      }
    }
  }
}

const flat = (background: string) => sharp({ create: { width: 960, height: 640, channels: 3, background } })

/** Rises from black to white, along the diagonal or at random. */
function generated(levelAt: (x: number, y: number) => number, width = 640, height = 960) {
  const raw = Buffer.alloc(width * height * 3)
  for (let at = 0; at < raw.length; at++) {
    const pixel = Math.floor(at / 3)
    raw[at] = levelAt((pixel % width) / width, Math.floor(pixel / width) / height)
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
}

function createNoise() {
  let seed = 33
  return () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return seed >> 23
  }
}

test('the default watermark can be seen on white, black, gray, noise and a gradient', async () => {
  const pictures: Pictures = []
  for (const background of ['#ffffff', '#000000', '#808080']) {
    pictures.push([background, await flat(background).jpeg().toBuffer()])
    pictures.push([`${background} upright`, await flat(background).rotate(90).png().toBuffer()])
  }
  pictures.push([
    'gradient',
    await generated((x, y) => 255 * ((x + y) / 2))
      .jpeg()
      .toBuffer(),
  ])
  pictures.push(['noise', await generated(createNoise()).jpeg().toBuffer()])
  await expectVisible(pictures)
})

const shapes = [3 / 2, 2 / 3, 1, 3, 1 / 2]
const longest = [600, 2000, 1200]
const brightness = [1, 0.6, 1.5]

/** The first round has whole pictures, and later ones smaller and smaller parts of them in other shapes, sizes and light. */
async function photoAt(n: number): Promise<[string, Buffer]> {
  const name = names[n % names.length] ?? ''
  const round = Math.floor(n / names.length)
  const whole = sharp(await readFile(join(folder, name))).autoOrient()
  const size = {
    width: longest[round % 3],
    height: longest[round % 3],
    fit: 'inside' as const,
    withoutEnlargement: true,
  }
  if (round === 0) return [name, await whole.resize(size).jpeg().toBuffer()]
  const { data, info } = await whole.toBuffer({ resolveWithObject: true })
  const shape = shapes[n % shapes.length] ?? 1
  const share = 0.95 - 0.05 * (round % 10)
  const width = Math.floor(Math.min(info.width, info.height * shape) * share)
  const height = Math.floor(width / shape)
  const left = (round * 97) % (info.width - width)
  const top = (round * 61) % (info.height - height)
  const cut = sharp(data)
    .extract({ left, top, width, height })
    .resize(size)
    .flop(round % 2 === 1)
  return [
    `part ${round} of ${name}`,
    await cut
      .modulate({ brightness: brightness[n % 3] ?? 1 })
      .jpeg()
      .toBuffer(),
  ]
}

const starts = Array.from({ length: Math.ceil(photoCount / photosPerLink) }, (_, n) => n * photosPerLink)

test.each(starts)(
  'the default watermark can be seen on photos from number %d on',
  { timeout: 600_000 },
  async (start) => {
    const count = Math.min(photosPerLink, photoCount - start)
    await expectVisible(await Promise.all(Array.from({ length: count }, (_, n) => photoAt(start + n))))
  },
)
