// @engine sqlite
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { aPicture, secretsIn, withSecrets } from '#test/support/pictures.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const addressOf = ({ _id }: { _id: string }) => `/media/${_id}/card.jpg`
const fetchCard = async (image: { _id: string }, at = server) => {
  const { statusCode: status, headers, rawPayload: bytes } = await at.app.inject(addressOf(image))
  return { status, headers, bytes }
}

describe('the preview image', () => {
  test.each([
    ['wide', 2400, 800, 'jpeg'],
    ['tall', 800, 2400, 'jpeg'],
    ['small', 60, 40, 'jpeg'],
    ['transparent', 700, 700, 'png'],
    ['GIF', 300, 300, 'gif'],
  ] as const)('of a %s image is a 1200 by 630 JPEG', async (_, width, height, format) => {
    const picture = aPicture({ width, height })
    const bytes = await (format === 'png' ? picture.ensureAlpha(0.5) : picture).toFormat(format).toBuffer()
    const { status, headers, bytes: card } = await fetchCard(await build.anImage({ bytes }))

    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(await sharp(card).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630, hasAlpha: false })
  })

  test('has the same caching headers as other public images', async () => {
    const image = await build.anImage()
    const [first, second] = [await fetchCard(image), await fetchCard(image)]

    expect(second.bytes.equals(first.bytes)).toBe(true)
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=86400, s-maxage=60',
      'content-length': String(first.bytes.length),
      'x-content-type-options': 'nosniff',
    })
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await server.app.inject({ url: addressOf(image), headers })).statusCode).toBe(304)
  })

  test.each([
    ['left', { x: 0, y: 0.5 }, 2400, 630],
    ['right', { x: 1, y: 0.5 }, 2400, 630],
    ['top', { x: 0.5, y: 0 }, 1200, 2400],
    ['bottom', { x: 0.5, y: 1 }, 1200, 2400],
  ] as const)('shows the %s if the focal point is there', async (side, coverFocus, width, height) => {
    // The image is black with one red side.
    const isWide = width > height
    const red = { create: { width: 300, height: 300, channels: 3, background: '#f00' } } as const
    const across = isWide ? { width: 300, height } : { width, height: 300 }
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#000' } })
      .composite([
        {
          input: await sharp(red)
            .resize({ ...across, fit: 'fill' })
            .png()
            .toBuffer(),
          gravity: { left: 'west', right: 'east', top: 'north', bottom: 'south' }[side],
        },
      ])
      .png()
      .toBuffer()
    const image = await build.anImage({ bytes })
    const before = await fetchCard(image)
    await server.put(`/api/images/${image._id}`, { coverFocus }, { token: image.owner.token })
    const after = await fetchCard(image)

    const { data, info } = await sharp(after.bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1200, 630])
    const [atX, atY] = [Math.round(coverFocus.x * 1199), Math.round(coverFocus.y * 629)]
    expect(data[(atY * 1200 + atX) * 3]).toBeGreaterThan(200)
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })

  test('contains no metadata', async () => {
    const image = await build.anImage({ bytes: await withSecrets(aPicture()).jpeg().toBuffer() })
    const { bytes } = await fetchCard(image)
    expect([await secretsIn(bytes), (await sharp(bytes).metadata()).exif]).toEqual([[], undefined])
  })

  test('is the same for all concurrent requests', async () => {
    const image = await build.anImage()
    const cards = await Promise.all(Array.from({ length: 30 }, () => fetchCard(image)))
    expect(new Set(cards.map(({ status, bytes }) => `${status} ${bytes.toString('base64')}`)).size).toBe(1)
    expect(cards[0]?.status).toBe(200)
  })

  test('is available even if downloads are off, but not for an unknown image', async () => {
    const image = await build.anImage({ link: await build.aLink({ allowDownloads: false }) })
    expect((await fetchCard(image)).status).toBe(200)
    expect((await fetchCard({ _id: 'nothing' })).status).toBe(404)
  })
})

describe('an existing preview image becomes unavailable', () => {
  test('immediately when its link is made private or deleted', async () => {
    const image = await build.anImage()
    const path = `/api/links/${image.link._id}`
    const token = image.owner.token
    expect((await fetchCard(image)).status).toBe(200)
    await server.put(path, { isPrivate: true }, { token })
    expect((await fetchCard(image)).status).toBe(403)
    await server.put(path, { isPrivate: false }, { token })
    expect((await fetchCard(image)).status).toBe(200)
    await server.del(path, undefined, { token })
    expect((await fetchCard(image)).status).toBe(404)
  })

  test('when its link expires, and caches drop it by then', async () => {
    const own = await createOwnServer({ defaultPlan: 'gold' })
    const image = await createBuilders(own).anImage()
    const expiresAt = new Date(own.clock.now().getTime() + 30_000).toISOString()
    await own.put(`/api/links/${image.link._id}`, { expiresAt }, { token: image.owner.token })
    const { status, headers } = await fetchCard(image, own)

    expect(status).toBe(200)
    expect(headers['cache-control']).toMatch(/^public, max-age=(2\d|30), s-maxage=(2\d|30)$/)
    own.clock.advance(30_001)
    expect((await fetchCard(image, own)).status).toBe(410)
  })
})
