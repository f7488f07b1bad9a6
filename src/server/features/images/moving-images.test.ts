import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import { anAnimatedPicture, aSmallJpeg } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

async function framesAt(url: string) {
  const { statusCode, rawPayload } = await server.app.inject(url)
  expect(statusCode).toBe(200)
  const { pages = 1, format, delay, loop } = await sharp(rawPayload, { animated: true }).metadata()
  return { format, frames: pages, delay, loop }
}

type Files = Pick<Image, 'renditions' | 'stills' | 'thumbnailUrl' | 'imageUrl'>

async function framesOf({ renditions, stills = [], thumbnailUrl, imageUrl }: Files) {
  const countAt = async ({ url }: { url: string }) => (await framesAt(url)).frames
  return {
    renditions: await Promise.all(renditions.map(countAt)),
    stills: await Promise.all(stills.map(countAt)),
    thumbnail: await countAt({ url: thumbnailUrl }),
    image: await countAt({ url: imageUrl }),
  }
}

describe('an animated image', () => {
  test.each(['gif', 'webp'] as const)('in %s format has both animated and still renditions', async (type) => {
    const times = { delay: [60, 200, 90], loop: 2 }
    const bytes = await (await anAnimatedPicture({ frames: 3, width: 600, height: 300 }))
      .toFormat(type, times)
      .toBuffer()
    const image = await build.anImage({ bytes })

    expect(image.isAnimated).toBe(true)
    expect(await framesOf(image)).toEqual({ renditions: [3, 3], stills: [1, 1], thumbnail: 1, image: 3 })
    for (const { url } of image.renditions) expect(await framesAt(url)).toEqual({ format: 'webp', frames: 3, ...times })
    const sizes = (files: Image['renditions'] = []) => files.map(({ width, height }) => [width, height])
    expect(sizes(image.renditions)).toEqual([
      [480, 240],
      [600, 300],
    ])
    expect(sizes(image.stills)).toEqual(sizes(image.renditions))
  })

  test('with more than 300 frames has only still renditions but an animated full size', async () => {
    const bytes = await (await anAnimatedPicture({ frames: 301, width: 8, height: 8 })).gif({ delay: 20 }).toBuffer()
    const image = await build.anImage({ bytes })

    expect(image).toMatchObject({ isAnimated: true, thumbnailUrl: image.renditions[0]?.url })
    expect(image).not.toHaveProperty('stills')
    expect(await framesOf(image)).toEqual({ renditions: [1], stills: [], thumbnail: 1, image: 1 })
    expect((await framesAt(image.url ?? '')).frames).toBe(301)
  })

  test('with more than 100 million pixels has only still renditions', async () => {
    const bytes = await (await anAnimatedPicture({ frames: 24, width: 32, height: 24 })).gif().toBuffer()
    // Enlarge only the canvas, which can be larger than its frames.
    bytes.writeUInt16LE(2045, 6)
    bytes.writeUInt16LE(2045, 8)
    const image = await build.anImage({ bytes })

    expect(image).toMatchObject({ width: 2045, height: 2045, isAnimated: true })
    expect(await framesOf(image)).toEqual({ renditions: [1, 1, 1], stills: [], thumbnail: 1, image: 1 })
  })

  test('in a private link can only be loaded with signed URLs', async () => {
    const link = await build.aLink({ isPrivate: true })
    const { _id, owner } = await build.anImage({ link, bytes: await (await anAnimatedPicture()).gif().toBuffer() })
    const { body } = await server.get(`/api/images/${_id}`, { token: owner.token })
    const { renditions, stills } = body.data as Image
    const urls = [...renditions, ...(stills ?? [])].map(({ url }) => url)

    expect(urls).toHaveLength(2)
    for (const url of urls) {
      expect((await server.get(url)).status).toBe(200)
      expect((await server.get(url.replace(/\?.*/, ''))).status).toBe(403)
    }
  })

  test('has animated renditions even if downloads are off', async () => {
    const link = await build.aLink({ allowDownloads: false })
    const { _id } = await build.anImage({ link, bytes: await (await anAnimatedPicture()).gif().toBuffer() })
    const { body } = await server.get(`/api/images/${_id}`)
    expect(body.data.url).toBeNull()
    expect(await framesOf(body.data)).toMatchObject({ renditions: [2], stills: [1] })
  })
})

test('a still image has no separate stills', async () => {
  const image = await build.anImage({ bytes: await aSmallJpeg() })
  expect(image.isAnimated).toBe(false)
  expect(image).not.toHaveProperty('stills')
})
