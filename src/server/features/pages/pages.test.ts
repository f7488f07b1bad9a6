// @engine sqlite
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { dataIn, tag } from '#test/support/page-reader.ts'
import { createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { useWebApp } from '#test/support/web-app.ts'

const webApp = useWebApp()
const { server, build } = useServer({ defaultPlan: 'gold' }, webApp)

const galleryOf = ({ slug }: { slug: string }) => `/links/${slug}`
const pageOf = ({ _id }: { _id: string }) => `/images/${_id}`

describe('a recipient page', () => {
  test('of an open link is rendered and contains the data to hydrate it', async () => {
    const image = await build.anImage({ link: await build.aLink({ title: 'Summer' }) })
    const { status, headers, body } = await server.get(`/links/${(await linkOf(image)).slug}`)

    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("script-src 'self';"),
    })
    expect(body).toMatch(/<div id="root"><p id="rendered">gallery open false 1 0 \d+<\/p><\/div>/)
    expect(body).not.toContain('needs JavaScript')
    const data = dataIn(body)
    expect(data).toMatchObject({
      page: 'gallery',
      config: { supportEmail: 'support@framelight.example', payments: 'off' },
      gallery: { state: 'open', branded: false, link: { title: 'Summer', images: [{ _id: image._id }] } },
    })
  })

  test('with a password form is rendered once per link', async () => {
    const password = 'four words of ours'
    const [one, other] = [await build.aLink({ password }), await build.aLink({ password })]
    const renderingOf = async (link: { slug: string }) =>
      /gallery password .* (\d+)<\/p>/.exec((await server.get(galleryOf(link))).body)?.[1]
    const first = await renderingOf(one)
    expect(Number(first)).toBeGreaterThan(0)
    expect(await renderingOf(one)).toBe(first)
    expect(await renderingOf(other)).not.toBe(first)
  })

  test('of an image includes its comments', async () => {
    const image = await build.anImage({ fields: { title: 'Sea' } })
    await build.aComment({ image, content: 'Lovely' })
    const { status, body } = await server.get(pageOf(image))

    expect(status).toBe(200)
    expect(dataIn(body)).toMatchObject({
      page: 'image',
      imageId: image._id,
      image: { state: 'open', image: { title: 'Sea' }, comments: [{ content: 'Lovely' }] },
    })
  })

  test('of an image links to the previous and next image in the current order', async () => {
    const link = await build.aLink()
    const [first, second, third] = [
      await build.anImage({ link }),
      await build.anImage({ link }),
      await build.anImage({ link }),
    ]
    const neighborsOf = async (image: { _id: string }) => {
      const data = dataIn((await server.get(pageOf(image))).body)
      return data.page === 'image' && data.image.state === 'open' && data.image.neighbors
    }
    expect(await neighborsOf(second)).toEqual({ position: 2, count: 3, previousId: first._id, nextId: third._id })
    expect(await neighborsOf(third)).toEqual({ position: 3, count: 3, previousId: second._id, nextId: null })

    const imageIds = [second._id, first._id, third._id]
    await server.put(`/api/links/${link._id}/order`, { imageIds }, { token: link.owner.token })
    expect(await neighborsOf(second)).toEqual({ position: 1, count: 3, previousId: null, nextId: first._id })
  })

  test('of a large gallery has the first images in its data and the rest in its HTML', async () => {
    const image = await build.anImage()
    const row = await server.db.selectFrom('images').selectAll().where('id', '=', image._id).executeTakeFirstOrThrow()
    const copies = Array.from({ length: 64 }, (_, n) => ({
      ...row,
      id: `copy-${n}-${image._id}`.slice(0, 30),
      position: n + 2,
    }))
    await server.db.insertInto('images').values(copies).execute()
    const { body } = await server.get(galleryOf(await linkOf(image)))

    expect(body).toMatch(/<p id="rendered">gallery open false 24 41 \d+/)
    const data = dataIn(body)
    expect(data.page === 'gallery' && data.gallery.state === 'open' && data.gallery.link.images.length).toBe(24)
  })

  test('of a large gallery has enough upright photos to fill a screen', async () => {
    const servedOf = async (width: number, height: number) => {
      const link = await build.aLink()
      await build.imageRows(link, 99)
      await server.db.updateTable('images').set({ width, height }).where('link_id', '=', link._id).execute()
      const data = dataIn((await server.get(galleryOf(link))).body)
      return data.page === 'gallery' && data.gallery.state === 'open' && data.gallery.link.images.length
    }
    expect(await servedOf(600, 200)).toBe(24)
    expect(await servedOf(200, 300)).toBe(54)
    expect(await servedOf(20, 300)).toBe(72)
  })

  test("doesn't count a visit", async () => {
    const image = await build.anImage()
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    await server.get(galleryOf(await linkOf(image)), { headers })
    await server.get(pageOf(image), { headers })
    const { body } = await server.get(`/api/links/${image.link._id}`, { token: image.owner.token })

    expect([body.data.views, body.data.images[0].views]).toEqual([0, 0])
    await server.get(`/api/links/slug/${body.data.slug}`, { headers })
    expect((await server.get(`/api/links/${image.link._id}`, { token: image.owner.token })).body.data.views).toBe(1)
  })

  test("is compressed if supported and isn't resent to clients that already have it", async () => {
    const link = await build.aLink()
    const ask = (headers: Record<string, string>) => server.app.inject({ url: galleryOf(link), headers })
    const plain = await ask({})
    const packed = { gzip: gunzipSync, br: brotliDecompressSync }
    for (const [encoding, unpack] of Object.entries(packed)) {
      const { headers, rawPayload } = await ask({ 'accept-encoding': encoding })
      expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding'])
      expect(unpack(rawPayload).toString()).toBe(plain.body)
    }
    expect((await ask({ 'accept-encoding': 'gzip, deflate, br;q=0' })).headers['content-encoding']).toBe('gzip')
    const again = await ask({ 'if-none-match': String(plain.headers.etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', plain.headers.etag])
  })

  test('whose component throws falls back to rendering in the browser', async () => {
    const link = await build.aLink({ title: 'Breaks' })
    const { status, body } = await server.get(galleryOf(link))

    expect(status).toBe(200)
    expect(body).toContain('<div id="root"></div>')
    expect(body).toContain('needs JavaScript')
    expect(tag(body, 'og:title')).toBe('Breaks')
    expect(dataIn(body)).toMatchObject({ gallery: { state: 'open' } })
  })
})

const linkOf = async ({ link }: { link: { _id: string } }) => (await server.get(`/api/links/${link._id}`)).body.data

describe('a closed page', () => {
  const nothingTold = (body: string) => {
    expect(body).not.toMatch(/og:|twitter:|canonical|Secret/)
    expect(tag(body, 'robots')).toBe('noindex')
    expect(body).toContain('<div id="root">')
  }

  test.each([
    ['private', 403],
    ['expired', 410],
    ['missing', 404],
  ] as const)("that's %s returns %i and reveals only the reason", async (state, status) => {
    const link = await build.aLink({ title: 'Secret', description: 'Secret too' })
    const image = await build.anImage({ link, fields: { title: 'Secret' } })
    const change = server.db.updateTable('links').where('id', '=', link._id)
    if (state === 'private') await change.set({ is_private: 1 }).execute()
    if (state === 'expired') await change.set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
    if (state === 'missing') await server.del(`/api/links/${link._id}`, undefined, { token: link.owner.token })
    for (const address of [galleryOf(link), `${galleryOf(link)}/add`, pageOf(image)]) {
      const { status: answered, headers, body } = await server.get(address)
      expect([answered, headers['cache-control']]).toEqual([status, 'no-cache'])
      const data = dataIn(body)
      expect(data.page === 'image' ? data.image : data.gallery).toEqual({ state, message: expect.any(String) })
      nothingTold(body)
    }
  })

  test("shows the owner's branding, also for an image and after unlocking too late", async () => {
    const link = await build.aLink({ title: 'Secret', password: 'four words of ours' })
    const image = await build.anImage({ link })
    const studio = { isOn: true, name: 'Halden Studio' }
    await server.put('/api/auth/studio', studio, { token: link.owner.token })
    const outcomeOf = ({ status, body }: { status: number; body: string }) => {
      nothingTold(body)
      const data = dataIn(body)
      const shown = data.page === 'image' ? data.image : data.gallery
      return [status, 'studio' in shown ? shown.studio?.name : undefined]
    }
    expect(outcomeOf(await server.get(pageOf(image)))).toEqual([403, 'Halden Studio'])
    const change = server.db.updateTable('links').where('id', '=', link._id)
    await change.set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
    server.clock.advance(1000)
    expect(outcomeOf(await server.get(pageOf(image)))).toEqual([410, 'Halden Studio'])
    const late = await server.call('POST', `${galleryOf(link)}/unlock`, {
      body: 'password=four+words+of+ours',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(outcomeOf(late)).toEqual([410, 'Halden Studio'])
    await change.set({ expires_at: null, is_private: 1 }).execute()
    server.clock.advance(1000)
    expect(outcomeOf(await server.get(pageOf(image)))).toEqual([403, undefined])
  })

  test('for an invalid URL returns 404 as HTML', async () => {
    for (const address of ['/links/%F0%9F%8C%85', '/images/a%00b', '/links/a%2Fb']) {
      const { status, headers, body } = await server.get(address)
      expect([status, headers['content-type']], address).toEqual([404, 'text/html; charset=utf-8'])
      nothingTold(body)
    }
  })

  test('has Retry-After for a network that guesses too many slugs', async () => {
    const from = build.anAddress()
    let last = await server.get('/links/guess-0', { from })
    for (let n = 1; n <= 300; n++) last = await server.get(`/links/guess-${n}`, { from })
    expect([last.status, Number(last.headers['retry-after']) > 0]).toEqual([429, true])
    nothingTold(last.body)
  })

  test('for a database failure returns 500 as HTML', async () => {
    const own = await createTestServer({}, undefined, webApp)
    const link = await createBuilders(own).aLink()
    await own.db.destroy()
    const { status, headers, body } = await own.get(galleryOf(link))
    await own.app.close()

    expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    nothingTold(body)
  })
})

describe('a page URL', () => {
  test('with an old slug redirects to the current one unless the link is private', async () => {
    const link = await build.aLink()
    const slug = `renamed-${link.slug.slice(0, 8)}`
    await server.put(`/api/links/${link._id}`, { slug }, { token: link.owner.token })
    const { status, headers } = await server.get(`${galleryOf(link)}?ref=x`)

    expect([status, headers.location]).toEqual([301, `/links/${slug}?ref=x`])
    await server.put(`/api/links/${link._id}`, { isPrivate: true }, { token: link.owner.token })
    expect((await server.get(galleryOf(link))).status).toBe(403)
  })

  test('with a trailing slash redirects to the one without it', async () => {
    const { status, headers } = await server.get('/links/some-slug/?a=1')
    expect([status, headers.location]).toEqual([301, '/links/some-slug?a=1'])
    expect((await server.get('//evil.test/')).headers.location).toBeUndefined()
  })

  test('of an owner page returns the plain app', async () => {
    for (const address of ['/links/create', '/links/edit/some-id', '/dashboard']) {
      const { status, body } = await server.get(address)
      expect([status, body.includes('page-data')], address).toEqual([200, false])
    }
  })
})

test('pages of missing images and links are each rendered once, not once per URL', async () => {
  const rendered = async (path: string) => /<p id="rendered">([^<]*)/.exec((await server.get(path)).body)?.[1]
  for (const paths of [
    ['/images/unknown-1', '/images/unknown-2'],
    ['/links/unknown-1', '/links/unknown-2'],
  ]) {
    const [first, second] = [await rendered(paths[0] ?? ''), await rendered(paths[1] ?? '')]
    expect(first).toMatch(/missing/)
    expect(second).toBe(first)
    expect((await server.get(paths[1] ?? '')).body).toContain(paths[1])
  }
})

test('an uppercase slug redirects to the lowercase page', async () => {
  await build.aLink({ slug: 'by-the-sea' })
  const moved = await server.get('/links/By-The-Sea?x=1')
  expect([moved.status, moved.headers.location]).toEqual([301, '/links/by-the-sea?x=1'])
  expect((await server.get('/links/by-the-sea')).status).toBe(200)
})
