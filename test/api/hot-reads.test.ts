// @engine sqlite
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLinkAccess, withPass } from '../support/link-access.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { useServer } from '../support/use-server.ts'
import { useWebApp } from '../support/web-app.ts'

type Asked = { path: string; headers?: Record<string, string>; method?: string }
type Node = Awaited<ReturnType<typeof listening>>

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const gzip = { 'accept-encoding': 'gzip, deflate, br', 'user-agent': firefox }

/** Listens on a port. `ask` reports whether Fastify responded. */
async function listening(server: TestServer) {
  let routed = 0
  server.app.addHook('onRequest', async () => {
    routed++
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })

  async function ask({ path, headers = {}, method = 'GET' }: Asked) {
    const before = routed
    const sent = request({ host: '127.0.0.1', port, agent, path, method, headers }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { date, 'x-request-id': id, 'server-timing': _timing, ...rest } = response.headers
    expect([Date.parse(date ?? ''), id]).toEqual([expect.any(Number), expect.stringMatching(/^[\da-f-]{36}$/)])
    const body = await buffer(response)
    return { isRouted: routed > before, status: response.statusCode, headers: rest, body }
  }

  return { server, ask, close: () => agent.destroy() }
}

const webApp = useWebApp()
const { server, build } = useServer({ defaultPlan: 'gold' }, webApp)
let node: Node

beforeAll(async () => {
  node = await listening(server)
})
afterAll(() => node.close())

const warmUp = (asked: Asked, at = node) =>
  vi.waitFor(async () => {
    const answer = await at.ask(asked)
    expect(answer.isRouted).toBe(false)
    return answer
  })

/** The route ignores this authorization header, but only Fastify handles requests that have one. */
const askFastify = ({ headers, ...asked }: Asked, at = node) =>
  at.ask({ ...asked, headers: { ...headers, authorization: 'Nobody' } })

/** Creates a gallery with images that's large enough to compress, and an empty one that's too small. */
async function someAddresses() {
  const owner = await build.aUser()
  const [large, small] = [await build.aLink({ owner, description: 'sea '.repeat(100) }), await build.aLink({ owner })]
  const image = await build.anImage({ link: large })
  for (let n = 0; n < 3; n++) await build.anImage({ link: large })
  const gallery = (slug: string) => `/api/links/slug/${slug}`
  return {
    large: gallery(large.slug),
    small: gallery(small.slug),
    thumbnail: image.thumbnailUrl,
    page: `/links/${large.slug}`,
    imagePage: `/images/${image._id}`,
    link: large,
    image,
  }
}

const rows: [string, (addresses: Awaited<ReturnType<typeof someAddresses>>, etag: string) => Asked][] = [
  ['a compressed gallery', ({ large }) => ({ path: large, headers: gzip })],
  ['a gallery, with Connection: close', ({ large }) => ({ path: large, headers: { ...gzip, connection: 'close' } })],
  ['a gallery, without Accept-Encoding', ({ large }) => ({ path: large })],
  [
    'a gallery, with Accept-Encoding: identity',
    ({ large }) => ({ path: large, headers: { 'accept-encoding': 'identity' } }),
  ],
  ['a gallery too small to be compressed', ({ small }) => ({ path: small, headers: gzip })],
  ['a gallery too small to be compressed, without Accept-Encoding', ({ small }) => ({ path: small })],
  ['a thumbnail', ({ thumbnail }) => ({ path: thumbnail, headers: gzip })],
  ['a thumbnail, without Accept-Encoding', ({ thumbnail }) => ({ path: thumbnail })],
  ['a thumbnail with another ETag', ({ thumbnail }) => ({ path: thumbnail, headers: { 'if-none-match': '"other"' } })],
  [
    'a thumbnail with a matching ETag',
    ({ thumbnail }, etag) => ({ path: thumbnail, headers: { 'if-none-match': etag } }),
  ],
  ['a page', ({ page }) => ({ path: page, headers: gzip })],
  ['a page, for gzip only', ({ page }) => ({ path: page, headers: { 'accept-encoding': 'gzip' } })],
  ['a page, without Accept-Encoding', ({ page }) => ({ path: page })],
  ['an image page', ({ imagePage }) => ({ path: imagePage, headers: gzip })],
  [
    'a thumbnail with a matching ETag among several',
    ({ thumbnail }, etag) => ({ path: thumbnail, headers: { 'if-none-match': `"a", W/${etag}` } }),
  ],
]

test.each(rows)('the response is the same with and without Fastify for %s', async (_what, row) => {
  const addresses = await someAddresses()
  const etag = String((await node.ask({ path: addresses.thumbnail })).headers.etag)
  const asked = row(addresses, etag)
  const ready = await warmUp(asked)
  const { isRouted, ...routed } = await askFastify(asked)
  expect(isRouted).toBe(true)
  expect(ready).toEqual({ isRouted: false, ...routed })
})

test('an unchanged page returns 304 with and without Fastify', async () => {
  const { page: path } = await someAddresses()
  const { headers } = await warmUp({ path, headers: gzip })
  const asked = { path, headers: { ...gzip, 'if-none-match': String(headers.etag) } }
  const ready = await warmUp(asked)
  const { isRouted, ...routed } = await askFastify(asked)

  expect([isRouted, ready.status, ready.body.length]).toEqual([true, 304, 0])
  expect(ready).toEqual({ isRouted: false, ...routed })
})

test('visitors with the password are served without Fastify until the password changes', async () => {
  const password = 'four words of ours'
  const link = await build.aLink({ password })
  const image = await build.anImage({ link })
  const access = createLinkAccess(server)
  const { pass } = (await access.unlock(link, password)).body.data
  const { body } = await server.get(`/api/images/${image._id}`, withPass(pass))
  const headers = { ...gzip, ...withPass(pass).headers }
  const all = [`/api/links/slug/${link.slug}`, `/links/${link.slug}`, body.data.thumbnailUrl].map((path) => ({
    path,
    headers,
  }))
  for (const asked of all) {
    const ready = await warmUp(asked)
    expect(ready).toEqual({ ...(await askFastify(asked)), isRouted: false })
    expect([ready.status, /public/.test(String(ready.headers['cache-control']))]).toEqual([200, false])
    if (!asked.path.includes('signature=')) expect((await node.ask({ ...asked, headers: gzip })).status).toBe(403)
  }
  await access.setPassword(link, 'another four words')
  // Repeat the requests, because the first one updates the cache.
  for (const _time of [1, 2, 3]) {
    for (const asked of all) expect((await node.ask(asked)).status).toBe(403)
  }
})

describe('Fastify handles', () => {
  const compressed = (body: Buffer) => JSON.parse(String(gunzipSync(body))).success

  test.each<[string, (path: string) => Asked, (answer: Awaited<ReturnType<Node['ask']>>) => unknown]>([
    ['another method', (path) => ({ path, method: 'HEAD', headers: gzip }), ({ body }) => body.length === 0],
    ['a query', (path) => ({ path: `${path}?ref=example.com`, headers: gzip }), ({ body }) => compressed(body)],
    [
      'a token',
      (path) => ({ path, headers: { ...gzip, authorization: 'Bearer gone' } }),
      ({ body }) => compressed(body),
    ],
    ['a range', (path) => ({ path, headers: { ...gzip, range: 'bytes=0-9' } }), ({ body }) => compressed(body)],
    ['a body', (path) => ({ path, headers: { ...gzip, 'content-length': '0' } }), ({ body }) => compressed(body)],
    [
      'a client that only accepts Brotli',
      (path) => ({ path, headers: { 'accept-encoding': 'br' } }),
      ({ headers }) => headers['content-encoding'] === 'br',
    ],
    [
      'a client that excludes gzip',
      (path) => ({ path, headers: { 'accept-encoding': 'gzip;q=0' } }),
      ({ body }) => JSON.parse(String(body)).success,
    ],
    [
      'the same path, encoded differently',
      (path) => ({ path: path.replace('slug', '%73lug'), headers: gzip }),
      ({ body }) => compressed(body),
    ],
  ])('%s', async (_what, ask, isRight) => {
    const { large } = await someAddresses()
    await warmUp({ path: large, headers: gzip })
    const answer = await node.ask(ask(large))
    expect([answer.isRouted, answer.status, isRight(answer)]).toEqual([true, 200, true])
  })

  test('a range request for an image', async () => {
    const { thumbnail } = await someAddresses()
    const { body } = await warmUp({ path: thumbnail })
    const part = await node.ask({ path: thumbnail, headers: { range: 'bytes=2-5' } })
    expect([part.isRouted, part.status, part.body.equals(body.subarray(2, 6))]).toEqual([true, 206, true])
  })
})

describe('the server stops serving', () => {
  const change = ({ link }: Awaited<ReturnType<typeof someAddresses>>, fields: object) =>
    node.server.put(`/api/links/${link._id}`, fields, { token: link.owner.token })
  const statuses = async (addresses: Awaited<ReturnType<typeof someAddresses>>, at = node) => [
    (await at.ask({ path: addresses.large, headers: gzip })).status,
    (await at.ask({ path: addresses.thumbnail })).status,
    (await at.ask({ path: addresses.page, headers: gzip })).status,
    (await at.ask({ path: addresses.imagePage, headers: gzip })).status,
  ]
  async function ready(at = node) {
    const addresses = await someAddresses()
    await warmUp({ path: addresses.large, headers: gzip }, at)
    await warmUp({ path: addresses.thumbnail }, at)
    await warmUp({ path: addresses.page, headers: gzip }, at)
    await warmUp({ path: addresses.imagePage, headers: gzip }, at)
    return addresses
  }

  test("a link as soon as it becomes private, until it's public again", async () => {
    const addresses = await ready()
    await change(addresses, { isPrivate: true })
    expect(await statuses(addresses)).toEqual([403, 403, 403, 403])
    await change(addresses, { isPrivate: false })
    expect(await statuses(addresses)).toEqual([200, 200, 200, 200])
  })

  test("an image or link as soon as it's deleted", async () => {
    const addresses = await ready()
    const { image, link } = addresses
    await node.server.del(`/api/images/${image._id}`, undefined, { token: link.owner.token })
    expect(await statuses(addresses)).toEqual([200, 404, 200, 404])
    const { body } = await node.ask({ path: addresses.large, headers: gzip })
    expect(JSON.parse(String(gunzipSync(body))).data.images).toHaveLength(3)
    await node.server.del(`/api/links/${link._id}`, undefined, { token: link.owner.token })
    expect(await statuses(addresses)).toEqual([404, 404, 404, 404])
  })

  test('a link the moment it expires', async () => {
    const addresses = await ready()
    const expiresAt = Date.now() + 2000
    await change(addresses, { expiresAt: new Date(expiresAt).toISOString() })
    await warmUp({ path: addresses.large, headers: gzip })
    await warmUp({ path: addresses.thumbnail })
    const lastOpen: number[] = []
    await vi.waitFor(async () => {
      const sentAt = Date.now()
      const found = await statuses(addresses)
      if (found.includes(200)) lastOpen.push(sentAt)
      expect(found).toEqual([410, 410, 410, 410])
    })
    expect(lastOpen.filter((sentAt) => sentAt >= expiresAt)).toEqual([])
  })

  test.each([
    ['made private', (addresses: Awaited<ReturnType<typeof ready>>) => change(addresses, { isPrivate: true })],
    [
      'deleted',
      ({ link }: Awaited<ReturnType<typeof ready>>) =>
        node.server.del(`/api/links/${link._id}`, undefined, { token: link.owner.token }),
    ],
  ])('a link soon after it was %s on another node', async (_how, close) => {
    const other = await listening(await createTestServer({ storage: node.server.config.storage }, node.server, webApp))
    onTestFinished(async () => {
      other.close()
      await other.server.close()
    })
    const addresses = await ready(other)
    await close(addresses)
    const closedAt = performance.now()
    let lastOpenAt = 0
    // Keep requesting the link, so it remains cached as long as possible.
    await vi.waitFor(
      async () => {
        const sentAt = performance.now()
        const found = await statuses(addresses, other)
        if (found.includes(200)) lastOpenAt = sentAt
        expect(found).not.toContain(200)
      },
      { interval: 10 },
    )
    // We promise a second, but a busy machine needs longer.
    expect(lastOpenAt - closedAt).toBeLessThan(10_000)
  })
})

test('visits are counted once, with and without Fastify', async () => {
  const views = async (link: { _id: string; owner: { token: string } }) =>
    (await node.server.get(`/api/links/${link._id}`, { token: link.owner.token })).body.data.views
  const somebody = (from: string, more: Record<string, string> = {}) => ({ ...gzip, 'x-forwarded-for': from, ...more })
  const visits = [
    somebody('203.0.113.1'),
    somebody('203.0.113.1'),
    somebody('203.0.113.2'),
    somebody('10.0.0.1, 203.0.113.2'),
    somebody('2001:db8:1:2::1'),
    somebody('2001:db8:1:2::2'),
    somebody('203.0.113.3', { 'user-agent': 'Googlebot/2.1' }),
    somebody('203.0.113.4', { 'sec-purpose': 'prefetch' }),
    somebody('203.0.113.5', { 'user-agent': '' }),
  ]
  for (const ask of [warmUp, askFastify]) {
    const { link, large } = await someAddresses()
    await warmUp({ path: large, headers: { ...gzip, 'user-agent': 'Googlebot/2.1' } })
    for (const headers of visits) await ask({ path: large, headers })
    expect(await views(link)).toBe(3)
  }
  // Nothing is cached yet, so the first request starts outside of Fastify and ends in it.
  const { link, large } = await someAddresses()
  expect((await node.ask({ path: large, headers: gzip })).isRouted).toBe(true)
  expect(await views(link)).toBe(1)
})

test('wrong slugs are counted once, and then cached galleries are refused too', async () => {
  const link = await build.aLink({ slug: 'summer-in-lisbon' })
  const path = `/api/links/slug/${link.slug}`
  const headers = { ...gzip, 'x-forwarded-for': '203.0.113.99' }
  const statuses = new Map<number | undefined, number>()
  for (let n = 0; n < 302; n++) {
    const { status } = await node.ask({ path: `/api/links/slug/no-such-link-${n}`, headers })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses]).toEqual([
    [404, 300],
    [429, 2],
  ])
  await warmUp({ path, headers: gzip })
  expect((await node.ask({ path, headers })).status).toBe(429)
})

test('requests are logged alike with and without Fastify', async () => {
  const { thumbnail } = await someAddresses()
  await warmUp({ path: thumbnail })
  const linesOf = async (ask: (asked: Asked) => Promise<unknown>) => {
    const before = node.server.logLines.length
    await ask({ path: thumbnail })
    await vi.waitFor(() => expect(node.server.logLines.length).toBe(before + 1))
    const { time, ms, req, ...line } = JSON.parse(node.server.logLines.at(-1) ?? '')
    expect([typeof time, typeof ms, req.id]).toEqual(['number', 'number', expect.stringMatching(/^[\da-f-]{36}$/)])
    return { ...line, req: { ...req, id: '' } }
  }
  const ready = await linesOf(warmUp)
  expect(ready).toMatchObject({
    msg: 'request completed',
    status: 200,
    req: { method: 'GET', route: '/media/:imageId/:file' },
  })
  expect(await linesOf(askFastify)).toEqual(ready)
})
