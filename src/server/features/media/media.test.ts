import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Image } from '#shared/images.ts'
import { type Builders, createBuilders, type Person } from '#test/builders.ts'
import { aPicture, secretsIn, withSecrets } from '#test/pictures.ts'
import { createOwnServer, createTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
let build: Builders

beforeAll(async () => {
  server = await createTestServer({ defaultPlan: 'gold' })
  build = createBuilders(server)
})
afterAll(() => server.close())

type Request = { headers?: Record<string, string>; method?: 'GET' | 'HEAD'; at?: TestServer }

/** Fetches a file as an `<img>` does: without a token. */
async function fetchFile(url: string, { headers = {}, method = 'GET', at = server }: Request = {}) {
  const { statusCode: status, headers: answered, rawPayload: bytes } = await at.app.inject({ method, url, headers })
  const code = /json/.test(String(answered['content-type'])) && bytes.length > 0 ? JSON.parse(String(bytes)).code : null
  return { status, headers: answered, bytes, code }
}
const statusOf = async (url: string | null, at = server) => (await fetchFile(url ?? '', { at })).status
const closes = (url: string, at = server) =>
  vi.waitFor(async () => expect(await statusOf(url, at)).toBeGreaterThanOrEqual(400), 5_000)

const asOwner = ({ owner }: { owner: Person }) => ({ token: owner.token })
const readAs = async (token: string, id: string, at = server): Promise<Image> =>
  (await at.get(`/api/images/${id}`, { token })).body.data
const changeLink = (image: { link: { _id: string }; owner: Person }, fields: object, at = server) =>
  at.put(`/api/links/${image.link._id}`, fields, asOwner(image))
const addressesOf = ({ renditions, url }: Pick<Image, 'renditions' | 'url'>) => [
  ...renditions.map((file) => file.url),
  url ?? 'none',
]
const inSeconds = (seconds: number, at = server) => new Date(at.clock.now().getTime() + seconds * 1000).toISOString()

/** A picture of a private link, with the addresses that its owner was given. */
async function aPrivateImage(at = server) {
  const image = await createBuilders(at).anImage()
  await changeLink(image, { isPrivate: true }, at)
  return { ...image, signed: (await readAs(image.owner.token, image._id, at)).thumbnailUrl }
}

describe('every file of a picture', () => {
  test('is what its entry says, in size and type', async () => {
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
      // The second time it may come from memory.
      expect((await fetchFile(file.url ?? '')).bytes.equals(bytes)).toBe(true)
    }
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('tells nothing of who took a %s, and where', async (format) => {
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
  })

  test('is not sent again to who has it', async () => {
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

  test('comes in parts to who asks for parts', async () => {
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
    }
  })

  test('can be asked about without being fetched', async () => {
    const { url, thumbnailUrl } = await build.anImage()
    for (const address of [url ?? '', thumbnailUrl]) {
      const head = await fetchFile(address, { method: 'HEAD' })
      const get = await fetchFile(address)
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
        expect(head.headers[name], name).toBe(get.headers[name])
    }
  })

  test('has no neighbours: other names are not found', async () => {
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

describe('a public picture', () => {
  test('is never kept past the expiry of its link', async () => {
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

  test('is shown and not given where the owner offers no downloads', async () => {
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

describe('the saved address of a public picture is dead', () => {
  const saved = async (at = server) => {
    const image = await createBuilders(at).anImage()
    const addresses = addressesOf(image)
    // Twice, so that whatever may be kept is kept.
    for (const address of [...addresses, ...addresses]) expect(await statusOf(address, at)).toBe(200)
    return { ...image, addresses }
  }
  const answers = (addresses: string[], at = server) =>
    Promise.all(addresses.map(async (address) => (await fetchFile(address, { at })).code))

  test('once the link is private, and alive once it is public again', async () => {
    const image = await saved()
    await changeLink(image, { isPrivate: true })
    expect(await answers(image.addresses)).toEqual(['LINK_PRIVATE', 'LINK_PRIVATE'])
    await changeLink(image, { isPrivate: false })
    expect(await answers(image.addresses)).toEqual([null, null])
  })

  test('once the link has expired, even to who has its ETag', async () => {
    const own = await createOwnServer({ defaultPlan: 'gold' })
    const image = await saved(own)
    await changeLink(image, { expiresAt: inSeconds(600, own) }, own)
    expect(await answers(image.addresses, own)).toEqual([null, null])
    const { headers } = await fetchFile(image.thumbnailUrl, { at: own })
    own.clock.advance(601_000)
    expect(await answers(image.addresses, own)).toEqual(['LINK_EXPIRED', 'LINK_EXPIRED'])
    const again = await fetchFile(image.thumbnailUrl, { at: own, headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(410)
  })

  test('once the picture, its link or its owner is deleted', async () => {
    const [picture, link, account] = [await saved(), await saved(), await saved()]
    await server.del(`/api/images/${picture._id}`, undefined, asOwner(picture))
    expect(await answers(picture.addresses)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    await server.del(`/api/links/${link.link._id}`, undefined, asOwner(link))
    expect(await answers(link.addresses)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    await server.del('/api/auth/deleteaccount', { password: account.owner.password }, asOwner(account))
    expect(await answers(account.addresses)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  })

  test('once the picture has moved to a private link', async () => {
    const image = await saved()
    const { _id: linkId } = await build.aLink({ owner: image.owner, isPrivate: true })
    await server.post('/api/images/bulk', { action: 'move', imageIds: [image._id], linkId }, asOwner(image))
    expect(await answers(image.addresses)).toEqual(['LINK_PRIVATE', 'LINK_PRIVATE'])
  })
})

describe('the signed address of a private picture', () => {
  test('opens it for whoever holds it, and nobody else has one', async () => {
    const image = await aPrivateImage()
    const own = await readAs(image.owner.token, image._id)
    for (const address of addressesOf(own)) {
      const { status, headers } = await fetchFile(address)
      expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=300'])
      expect(headers['x-content-type-options']).toBe('nosniff')
      const again = await fetchFile(address, { headers: { 'if-none-match': String(headers.etag) } })
      expect([again.status, again.headers['cache-control']]).toEqual([304, 'private, max-age=300'])
      expect((await fetchFile(address.split('?')[0] ?? '')).code).toBe('LINK_PRIVATE')
    }
    // Browsers can keep it: it stays the same from one answer to the next.
    expect(addressesOf(await readAs(image.owner.token, image._id))).toEqual(addressesOf(own))
    const { body } = await server.get('/api/links', asOwner(image))
    expect(await statusOf(body.data[0].coverImage.thumbnailUrl)).toBe(200)
  })

  test('opens an expired one for its owner', async () => {
    const link = await build.anExpiredLink()
    const image = await build.anImage({ link })
    const { status, headers } = await fetchFile(image.url ?? '')
    expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=300'])
    expect((await fetchFile((image.url ?? '').split('?')[0] ?? '')).code).toBe('LINK_EXPIRED')
  })

  test('is closed when anything in it is altered', async () => {
    const image = await aPrivateImage()
    const other = await build.anImage({ link: image.link })
    const session = await build.aSession(image.owner)
    const elsewhere = new URLSearchParams((await readAs(session, image._id)).thumbnailUrl.split('?')[1])
    const [path = '', query = ''] = image.signed.split('?')
    const withParameter = (name: string, change: (value: string) => string) => {
      const parameters = new URLSearchParams(query)
      parameters.set(name, change(parameters.get(name) ?? ''))
      return `${path}?${parameters}`
    }
    expect(await statusOf(image.signed)).toBe(200)
    const altered = [
      path,
      `${path}?`,
      `${other.thumbnailUrl.split('?')[0]}?${query}`,
      `${(await readAs(image.owner.token, image._id)).url?.split('?')[0]}?${query}`,
      withParameter('session', () => elsewhere.get('session') ?? ''),
      withParameter('session', () => ''),
      withParameter('until', (until) => String(Number(until) + 3_600_000)),
      withParameter('until', (until) => `0${until}`),
      withParameter('until', () => 'Infinity'),
      withParameter('signature', (signature) => signature.slice(0, -2)),
      withParameter('signature', (signature) => `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`),
      withParameter('signature', () => ''),
      `${image.signed}&signature=x`,
      `${image.signed}&session=x`,
      `${image.signed}&until=1`,
    ]
    for (const address of altered) expect((await fetchFile(address)).code, address).toBe('LINK_PRIVATE')
  })

  test('is dead after its time', async () => {
    const own = await createOwnServer()
    const image = await aPrivateImage(own)
    own.clock.advance(55 * 60_000)
    expect(await statusOf(image.signed, own)).toBe(200)
    own.clock.advance(66 * 60_000)
    expect((await fetchFile(image.signed, { at: own })).code).toBe('LINK_PRIVATE')
    expect(await statusOf((await readAs(image.owner.token, image._id, own)).thumbnailUrl, own)).toBe(200)
  })

  test('is dead after logout, and the other session’s lives on', async () => {
    const image = await aPrivateImage()
    const other = await readAs(await build.aSession(image.owner), image._id)
    expect(other.thumbnailUrl).not.toBe(image.signed)
    expect([await statusOf(image.signed), await statusOf(other.thumbnailUrl)]).toEqual([200, 200])
    await server.post('/api/auth/logout', undefined, asOwner(image))
    await closes(image.signed)
    expect(await statusOf(other.thumbnailUrl)).toBe(200)
  })

  test('is dead after the password was changed elsewhere', async () => {
    const image = await aPrivateImage()
    const token = await build.aSession(image.owner)
    const kept = await readAs(token, image._id)
    expect([await statusOf(image.signed), await statusOf(kept.thumbnailUrl)]).toEqual([200, 200])
    const passwords = { currentPassword: image.owner.password, newPassword: 'another-secret' }
    expect((await server.put('/api/auth/updatepassword', passwords, { token })).status).toBe(200)
    await closes(image.signed)
    expect(await statusOf(kept.thumbnailUrl)).toBe(200)
  })
})

describe('the original', () => {
  test('is given to its owner as it came, by token', async () => {
    const link = await build.aLink({ isPrivate: true })
    const bytes = await withSecrets(aPicture()).jpeg().toBuffer()
    const { body } = await build.anUpload({ link, bytes, fileName: 'Grüße 1.jpg' })
    const url = `/api/images/${body.data._id}/original`
    const authorization = `Bearer ${link.owner.token}`
    const original = await fetchFile(url, { headers: { authorization } })
    expect(original.bytes.equals(bytes)).toBe(true)
    expect(original.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'content-disposition': "attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe%201.jpg",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('is nobody else’s, of a public link either, and no signature opens it', async () => {
    const image = await build.anImage()
    const url = `/api/images/${image._id}/original`
    const stranger = await build.aUser()
    expect((await server.get(url)).body.code).toBe('UNAUTHENTICATED')
    expect((await server.get(url, { token: stranger.token })).body.code).toBe('FORBIDDEN')
    await changeLink(image, { isPrivate: true })
    const { url: signed } = await readAs(image.owner.token, image._id)
    const [path = '', query = ''] = (signed ?? '').split('?')
    expect((await fetchFile(`${url}?${query}`)).code).toBe('UNAUTHENTICATED')
    expect((await fetchFile(`${path.replace(/[^/]+$/, 'original.jpg')}?${query}`)).code).toBe('NOT_FOUND')
  })
})
