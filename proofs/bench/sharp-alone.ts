import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { handleMessages } from './workers.ts'

export type SharpWork = { path: string; count: number; parallel: number }

// This is sharp's fastest setting for several images in parallel.
sharp.concurrency(1)
sharp.cache(false)

const inside = (size: number) => ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const

/** Decodes the photo once and creates the same sizes, formats and qualities as the product. */
async function makeRenditions(path: string) {
  const toPixels = { resolveWithObject: true } as const
  let { data, info } = await sharp(await readFile(path))
    .resize(inside(1920))
    .raw()
    .toBuffer(toPixels)
  const open = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const jpeg = { chromaSubsampling: '4:2:0', optimiseCoding: false }
  await open()
    .jpeg({ ...jpeg, quality: 82 })
    .toBuffer()
  ;({ data, info } = await open().resize(inside(960)).raw().toBuffer(toPixels))
  await open()
    .jpeg({ ...jpeg, quality: 80 })
    .toBuffer()
  ;({ data, info } = await open().resize(inside(480)).raw().toBuffer(toPixels))
  await open().webp({ quality: 78, effort: 2 }).toBuffer()
  await open().resize(inside(16)).webp({ quality: 75, effort: 6, smartSubsample: true }).toBuffer()
}

/** Returns images per second. */
handleMessages<SharpWork, number>(async ({ path, count, parallel }) => {
  const startedAt = performance.now()
  let begun = 0
  const work = async () => {
    while (begun++ < count) await makeRenditions(path)
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return count / ((performance.now() - startedAt) / 1000)
})
