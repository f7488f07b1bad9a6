// @engine sqlite
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { withProfile } from '#server/platform/images/jpeg.ts'
import type { Image } from '#shared/images.ts'
import { asOwner } from '#test/support/builders.ts'
import { addressesOf, createFiles } from '#test/support/files.ts'
import { aPicture, secretsIn, withSecrets } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const { changeLink, closes, fetchFile, inSeconds, readAs, statusOf } = createFiles(server)

describe('every file of an image', () => {
  test('has the reported dimensions and caching headers', async () => {
    const image = await build.anImage({ bytes: await aPicture({ width: 2400, height: 1600 }).jpeg().toBuffer() })
    const { renditions, url, width, height } = image
    const files = [...renditions, { url, width, height }]
    expect(files).toHaveLength(4)
    for (const file of files) {
      const { status, headers, bytes } = await fetchFile(file.url ?? '')
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': expect.stringMatching(/^image\/(jpeg|webp)$/),
        'content-length': String(bytes.length),
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=86400, s-maxage=60',
        'accept-ranges': 'bytes',
      })
      const found = await sharp(bytes).metadata()
      expect([found.width, found.height]).toEqual([file.width, file.height])
      // The second response may come from memory.
      expect((await fetchFile(file.url ?? '')).bytes.equals(bytes)).toBe(true)
    }
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'uploaded as %s has no location, and no camera details by default',
    async (format) => {
      const bytes = await withSecrets(aPicture({ width: 600, height: 400 }))
        .toFormat(format)
        .toBuffer()
      expect(await secretsIn(bytes)).not.toEqual([])
      const image = await build.anImage({ bytes })
      const addresses = addressesOf(image)
      expect(addresses).toHaveLength(3)
      for (const address of addresses) {
        const served = await fetchFile(address)
        expect(served.status).toBe(200)
        expect(await secretsIn(served.bytes)).toEqual([])
      }
      const placeholder = Buffer.from(image.placeholder.split(',')[1] ?? '', 'base64')
      expect(await secretsIn(placeholder)).toEqual([])
    },
  )

  test("isn't sent again to a client that already has it", async () => {
    const image = await build.anImage()
    const first = await fetchFile(image.thumbnailUrl)
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"[^"]+"$/)
    expect((await fetchFile(image.url ?? '')).headers.etag).not.toBe(etag)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await fetchFile(image.thumbnailUrl, { headers: { 'if-none-match': known } })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
      expect(again.headers['cache-control']).toBe('public, max-age=86400, s-maxage=60')
    }
    expect((await fetchFile(image.thumbnailUrl, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('supports range requests', async () => {
    const { url, thumbnailUrl } = await build.anImage()
    for (const address of [url ?? '', thumbnailUrl]) {
      const { bytes: whole } = await fetchFile(address)
      const size = whole.length
      const part = (range: string) => fetchFile(address, { headers: { range } })
      for (const [range, start, end] of [
        ['bytes=0-9', 0, 9],
        ['bytes=20-', 20, size - 1],
        ['bytes=-7', size - 7, size - 1],
        [`bytes=5-${size + 100}`, 5, size - 1],
      ] as const) {
        const { status, headers, bytes } = await part(range)
        expect([status, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${size}`])
        expect(headers['content-length']).toBe(String(bytes.length))
        expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true)
      }
      for (const range of ['bytes=x-y', 'bytes=9-5', 'bytes=0-1,4-5', 'lines=1-2', '-']) {
        const { status, bytes } = await part(range)
        expect([status, bytes.equals(whole)], range).toEqual([200, true])
      }
      const past = await part(`bytes=${size}-`)
      expect([past.status, past.headers['content-range'], past.bytes.length]).toEqual([416, `bytes */${size}`, 0])
      expect([past.headers['cache-control'], past.headers.etag]).toEqual(['no-store', undefined])
    }
  })

  test('responds to HEAD with the same headers and no body', async () => {
    const { url, thumbnailUrl } = await build.anImage()
    for (const address of [url ?? '', thumbnailUrl]) {
      const head = await fetchFile(address, { method: 'HEAD' })
      const get = await fetchFile(address)
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
        expect(head.headers[name], name).toBe(get.headers[name])
    }
  })

  test('is served only under its own name and image ID', async () => {
    const { _id } = await build.anImage()
    for (const path of [
      `${_id}/original.jpg`,
      `${_id}/481.webp`,
      `${_id}/..%2F..%2Fframelight.db`,
      `${_id}/%00`,
      `${_id}/constructor`,
      'unknown/60.webp',
      '%00/60.webp',
      '..%2F..%2Fsecret/60.webp',
    ]) {
      const { status, code, headers } = await fetchFile(`/media/${path}`)
      expect([status, code, headers['cache-control']], path).toEqual([404, 'NOT_FOUND', 'no-store'])
    }
  })
})

describe('a public image', () => {
  test("is never cached past its link's expiry", async () => {
    const image = await build.anImage()
    await changeLink(image, { expiresAt: inSeconds(3600) })
    const ages = async () => {
      const { headers } = await fetchFile(image.thumbnailUrl)
      const [, browser, others] = /^public, max-age=(\d+), s-maxage=(\d+)$/.exec(String(headers['cache-control'])) ?? []
      return [Number(browser), Number(others)]
    }
    const [browser = Number.NaN, others] = await ages()
    expect(browser).toBeGreaterThan(3000)
    expect(browser).toBeLessThanOrEqual(3600)
    expect(others).toBe(60)

    await changeLink(image, { expiresAt: inSeconds(40) })
    for (const age of await ages()) {
      expect(age).toBeGreaterThanOrEqual(0)
      expect(age).toBeLessThanOrEqual(40)
    }
  })

  test('is shown to visitors but downloadable only by the owner if downloads are off', async () => {
    const image = await build.anImage()
    await changeLink(image, { allowDownloads: false })
    const visitors: Image[] = [
      (await server.get(`/api/images/${image._id}`)).body.data,
      (await server.get(`/api/links/${image.link._id}`)).body.data.images[0],
      (await server.get(`/api/links/${image.link._id}/images`)).body.data[0],
      await readAs((await build.aUser()).token, image._id),
    ]
    expect(visitors.map(({ url }) => url)).toEqual([null, null, null, null])
    expect(await statusOf(visitors[0]?.thumbnailUrl ?? '')).toBe(200)
    const refused = await fetchFile(image.url ?? '')
    expect([refused.status, refused.code]).toEqual([403, 'DOWNLOADS_OFF'])

    const own = await readAs(image.owner.token, image._id)
    const full = await fetchFile(own.url ?? '')
    expect([full.status, full.headers['cache-control']]).toEqual([200, 'private, max-age=300'])
    expect(own.thumbnailUrl).toBe(image.thumbnailUrl)
    await server.post('/api/auth/logout', undefined, asOwner(image))
    await closes(own.url ?? '')
  })
})

test('HTML hidden in a color profile is removed from the image', async () => {
  const page = '<html><script>alert(1)</script></html>'
  const picture = () => aPicture({ width: 300, height: 200 })
  const good = await picture().withIccProfile('p3').jpeg().toBuffer()
  const { icc = Buffer.alloc(0) } = await sharp(good).metadata()
  const hidden = withProfile(await picture().jpeg().toBuffer(), Buffer.concat([icc, Buffer.from(page)]))

  const sent = async (bytes: Buffer) => (await fetchFile((await build.anImage({ bytes })).url ?? '')).bytes
  const [clean, kept] = [await sent(hidden), await sent(good)]
  expect(clean.includes(page)).toBe(false)
  expect(await sharp(clean).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 200 })
  expect((await sharp(kept).metadata()).icc?.equals(icc)).toBe(true)
})
