// @engine sqlite
import { describe, expect, test } from 'vitest'
import { createBuilders, type Person } from '#test/support/builders.ts'
import { aPicture, secretsIn, withSecrets } from '#test/support/pictures.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { readZip } from '#test/support/zip-reader.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

type TestLink = { _id: string; slug: string; owner: Person }

const addressOf = ({ slug }: { slug: string }, query = '') => `/api/links/slug/${slug}/download${query}`
const asOwner = ({ owner }: TestLink) => ({ token: owner.token })

async function download(url: string, { token, method = 'GET' }: { token?: string; method?: 'GET' | 'HEAD' } = {}) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const { statusCode: status, headers: answered, rawPayload: bytes } = await server.app.inject({ method, url, headers })
  const code = /json/.test(String(answered['content-type'])) ? JSON.parse(String(bytes)).code : null
  return { status, code, headers: answered, bytes }
}

async function aLinkWith(names: string[], fields: Record<string, unknown> = {}) {
  const link = await build.aLink(fields)
  const ids: string[] = []
  for (const [index, fileName] of names.entries()) {
    const bytes = await aPicture({ seed: index + 1 })
      .jpeg()
      .toBuffer()
    const { body } = await build.anUpload({ link, bytes, fileName })
    ids.push(body.data._id)
  }
  return { ...link, ids }
}

const ownAddress = async (link: TestLink) =>
  (await server.get(`/api/links/${link._id}/download-address`, asOwner(link))).body.data.url as string

describe('the ZIP of a link', () => {
  test('contains its images in full size and gallery order, under their own names', async () => {
    const link = await aLinkWith(['b.jpg', 'Grüße.jpg', 'a.HEIC'])
    await server.put(`/api/links/${link._id}/order`, { imageIds: link.ids.toReversed() }, asOwner(link))
    const { status, bytes } = await download(addressOf(link))

    expect(status).toBe(200)
    const files = readZip(bytes)
    expect(files.map(({ name }) => name)).toEqual(['a.jpg', 'Grüße.jpg', 'b.jpg'])
    const { body } = await server.get(`/api/links/slug/${link.slug}`)
    for (const [index, { url }] of body.data.images.entries()) {
      const { rawPayload } = await server.app.inject(url)
      expect(files[index]?.body.equals(rawPayload)).toBe(true)
    }
  })

  test("has a length and a name, and isn't cached", async () => {
    const link = await aLinkWith(['a.jpg'], { title: 'Köln: "Sommer"/\'24*' })
    const { headers, bytes } = await download(addressOf(link))

    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="K?ln- -Sommer--'24-.zip"; filename*=UTF-8''K%C3%B6ln-%20-Sommer--%2724-.zip`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  test('contains unique, sanitized file names', async () => {
    const link = await aLinkWith(['same.jpg', 'SAME.jpg', 'con.png', 'a:b?.jpg'])
    const { bytes } = await download(addressOf(link))

    expect(readZip(bytes).map(({ name }) => name)).toEqual(['same.jpg', 'SAME (2).jpg', '_con.jpg', 'a-b-.jpg'])
  })

  test('contains no location, and no camera details by default', async () => {
    const link = await build.aLink()
    await build.anUpload({ link, bytes: await withSecrets(aPicture()).jpeg().toBuffer() })
    const [file] = readZip((await download(addressOf(link))).bytes)

    expect(await secretsIn(file?.body ?? Buffer.alloc(0))).toEqual([])
  })

  test('responds to HEAD with the same headers and no body', async () => {
    const link = await aLinkWith(['a.jpg'])
    const whole = await download(addressOf(link))
    const { status, headers, bytes } = await download(addressOf(link), { method: 'HEAD' })

    expect([status, bytes.length]).toEqual([200, 0])
    for (const name of ['content-length', 'content-type', 'content-disposition'])
      expect(headers[name]).toBe(whole.headers[name])
  })

  test('works with an old slug', async () => {
    const link = await aLinkWith(['a.jpg'])
    await server.put(`/api/links/${link._id}`, { slug: `renamed-${link.slug.slice(0, 8)}` }, asOwner(link))

    expect((await download(addressOf(link))).status).toBe(200)
  })

  test('returns 404 if the link is empty', async () => {
    expect((await download(addressOf(await build.aLink()))).code).toBe('NOT_FOUND')
  })
})

describe('the web size', () => {
  test('is the largest rendition with a matching file extension', async () => {
    const link = await build.aLink()
    const bytes = await aPicture({ width: 2400, height: 1600 }).png().toBuffer()
    const { body } = await build.anUpload({ link, bytes, fileName: 'wide.png' })
    const { headers, bytes: zip } = await download(addressOf(link, '?size=web'))
    const files = readZip(zip)

    expect(headers['content-length']).toBe(String(zip.length))
    expect(files.map(({ name }) => name)).toEqual(['wide.jpg'])
    expect(files[0]?.body.equals((await server.app.inject(body.data.imageUrl)).rawPayload)).toBe(true)
    expect(readZip((await download(addressOf(link, '?size=full'))).bytes)[0]?.name).toBe('wide.png')
  })

  test('of selected images works with the owner’s signed URL too', async () => {
    const link = await aLinkWith(['a.jpg', 'b.jpg'], { isPrivate: true })
    const query = `?size=web&images=${link.ids[1]}`
    const { url } = (await server.get(`/api/links/${link._id}/download-address${query}`, asOwner(link))).body.data
    const [file, ...more] = readZip((await download(url)).bytes)
    const { imageUrl } = (await server.get(`/api/images/${link.ids[1]}`, asOwner(link))).body.data

    expect(more).toEqual([])
    expect(file?.body.equals((await server.app.inject(imageUrl)).rawPayload)).toBe(true)
  })

  test("isn't available to visitors if downloads are off", async () => {
    const link = await aLinkWith(['a.jpg'], { allowDownloads: false })
    expect((await download(addressOf(link, '?size=web'))).code).toBe('DOWNLOADS_OFF')
    expect((await download(addressOf(link, '?size=web'), asOwner(link))).status).toBe(200)
  })

  test.each(['huge', '', 'web&size=full'])('is the only size besides full (rejects %j)', async (size) => {
    const link = await aLinkWith(['a.jpg'])
    for (const address of [addressOf(link, `?size=${size}`), `/api/links/${link._id}/download-address?size=${size}`]) {
      const { status, body } = await server.get(address, asOwner(link))
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['size']])
    }
  })
})

describe('selected images', () => {
  test('are the only ones included, in gallery order', async () => {
    const link = await aLinkWith(['a.jpg', 'b.jpg', 'c.jpg'])
    const [a, , c] = link.ids
    const { bytes } = await download(addressOf(link, `?images=${c},${a},${c}`))

    expect(readZip(bytes).map(({ name }) => name)).toEqual(['a.jpg', 'c.jpg'])
  })

  test('must all be in this link', async () => {
    const [link, other] = [await aLinkWith(['a.jpg']), await aLinkWith(['b.jpg'])]
    expect((await download(addressOf(link, `?images=${link.ids[0]},${other.ids[0]}`))).code).toBe('NOT_FOUND')
  })

  test.each(['', ',', 'a,,b', '../x', 'a%00', 'x'.repeat(101), Array(501).fill('a').join(',')])(
    'must be a list of at most 500 valid IDs (case %#)',
    async (images) => {
      const link = await aLinkWith(['a.jpg'])
      const { status, body } = await server.get(addressOf(link, `?images=${images}`))
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['images']])
    },
  )
})

describe('if downloads are off', () => {
  test('only the owner can download', async () => {
    const link = await aLinkWith(['a.jpg'], { allowDownloads: false })
    const stranger = await build.aUser()

    expect(await download(addressOf(link))).toMatchObject({ status: 403, code: 'DOWNLOADS_OFF' })
    expect((await download(addressOf(link), { token: stranger.token })).code).toBe('DOWNLOADS_OFF')
    expect((await download(addressOf(link), asOwner(link))).status).toBe(200)
    expect((await download(await ownAddress(link))).status).toBe(200)
  })
})

describe('the signed URL of an owner', () => {
  test('opens a private link without a token, for all or selected images', async () => {
    const link = await aLinkWith(['a.jpg', 'b.jpg'], { isPrivate: true })
    const url = await ownAddress(link)

    expect((await download(addressOf(link))).code).toBe('LINK_PRIVATE')
    expect(readZip((await download(url)).bytes)).toHaveLength(2)
    expect(readZip((await download(`${url}&images=${link.ids[1]}`)).bytes).map(({ name }) => name)).toEqual(['b.jpg'])
  })

  test("works for an expired link, unlike an unsigned URL with the owner's token", async () => {
    const link = await build.anExpiredLink()
    await build.anImage({ link })

    expect((await download(addressOf(link), asOwner(link))).code).toBe('LINK_EXPIRED')
    expect((await download(await ownAddress(link))).status).toBe(200)
  })

  test('is valid for one link, one session and ten minutes', async () => {
    const own = await createOwnServer()
    const image = await createBuilders(own).anImage()
    const path = `/api/links/${image.link._id}`
    await own.put(path, { isPrivate: true }, { token: image.owner.token })
    const { url } = (await own.get(`${path}/download-address`, { token: image.owner.token })).body.data
    const other = await createBuilders(own).aLink({ isPrivate: true })
    const statusOf = async (address: string) => (await own.app.inject(address)).statusCode

    expect(await statusOf(url)).toBe(200)
    expect(await statusOf(url.replace(/slug\/[^/]+/, `slug/${other.slug}`))).toBe(403)
    expect(await statusOf(url.replace(/until=\d+/, 'until=9999999999999'))).toBe(403)
    expect(await statusOf(url.replace(/session=[^&]+/, 'session=x'))).toBe(403)
    expect(await statusOf(url.replace(/&signature=.+/, ''))).toBe(403)
    expect(await statusOf(`${url}x`)).toBe(403)
    own.clock.advance(9 * 60_000)
    expect(await statusOf(url)).toBe(200)
    own.clock.advance(61_000)
    expect(await statusOf(url)).toBe(403)
  })

  test("stops working when the session ends, and doesn't open single images", async () => {
    const link = await aLinkWith(['a.jpg'], { isPrivate: true })
    const url = await ownAddress(link)
    const query = url.split('?')[1]
    const { url: full } = (await server.get(`/api/images/${link.ids[0]}`, asOwner(link))).body.data
    expect((await download(`${full.split('?')[0]}?${query}`)).code).toBe('LINK_PRIVATE')
    await server.post('/api/auth/logout', undefined, asOwner(link))

    expect((await download(url)).code).toBe('LINK_PRIVATE')
  })
})
