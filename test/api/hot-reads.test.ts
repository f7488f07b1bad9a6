// @engine sqlite
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Addresses, type Asked, gzip, type ListeningNode, listening, someAddresses } from '../support/hot-reads.ts'
import { createLinkAccess, withPass } from '../support/link-access.ts'
import { useServer } from '../support/use-server.ts'
import { useWebApp } from '../support/web-app.ts'

const { server, build } = useServer({ defaultPlan: 'gold' }, useWebApp())
let node: ListeningNode

beforeAll(async () => {
  node = await listening(server)
})
afterAll(() => node.close())

/** The route ignores this authorization header, but only Fastify handles requests that have one. */
const askFastify = ({ headers, ...asked }: Asked) =>
  node.ask({ ...asked, headers: { ...headers, authorization: 'Nobody' } })

const rows: [string, (addresses: Addresses, etag: string) => Asked][] = [
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
  const addresses = await someAddresses(server)
  const etag = String((await node.ask({ path: addresses.thumbnail })).headers.etag)
  const asked = row(addresses, etag)
  const ready = await node.warmUp(asked)
  const { isRouted, ...routed } = await askFastify(asked)
  expect(isRouted).toBe(true)
  expect(ready).toEqual({ isRouted: false, ...routed })
})

test('an unchanged page returns 304 with and without Fastify', async () => {
  const { page: path } = await someAddresses(server)
  const { headers } = await node.warmUp({ path, headers: gzip })
  const asked = { path, headers: { ...gzip, 'if-none-match': String(headers.etag) } }
  const ready = await node.warmUp(asked)
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
    const ready = await node.warmUp(asked)
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

  test.each<[string, (path: string) => Asked, (answer: Awaited<ReturnType<ListeningNode['ask']>>) => unknown]>([
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
    const { large } = await someAddresses(server)
    await node.warmUp({ path: large, headers: gzip })
    const answer = await node.ask(ask(large))
    expect([answer.isRouted, answer.status, isRight(answer)]).toEqual([true, 200, true])
  })

  test('a range request for an image', async () => {
    const { thumbnail } = await someAddresses(server)
    const { body } = await node.warmUp({ path: thumbnail })
    const part = await node.ask({ path: thumbnail, headers: { range: 'bytes=2-5' } })
    expect([part.isRouted, part.status, part.body.equals(body.subarray(2, 6))]).toEqual([true, 206, true])
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
  for (const ask of [node.warmUp, askFastify]) {
    const { link, large } = await someAddresses(server)
    await node.warmUp({ path: large, headers: { ...gzip, 'user-agent': 'Googlebot/2.1' } })
    for (const headers of visits) await ask({ path: large, headers })
    expect(await views(link)).toBe(3)
  }
  // Nothing is cached yet, so the first request starts outside of Fastify and ends in it.
  const { link, large } = await someAddresses(server)
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
  await node.warmUp({ path, headers: gzip })
  expect((await node.ask({ path, headers })).status).toBe(429)
})

test('requests are logged alike with and without Fastify', async () => {
  const { thumbnail } = await someAddresses(server)
  await node.warmUp({ path: thumbnail })
  const linesOf = async (ask: (asked: Asked) => Promise<unknown>) => {
    const before = node.server.logLines.length
    await ask({ path: thumbnail })
    await vi.waitFor(() => expect(node.server.logLines.length).toBe(before + 1))
    const { time, ms, req, ...line } = JSON.parse(node.server.logLines.at(-1) ?? '')
    expect([typeof time, typeof ms, req.id]).toEqual(['number', 'number', expect.stringMatching(/^[\da-f-]{36}$/)])
    return { ...line, req: { ...req, id: '' } }
  }
  const ready = await linesOf(node.warmUp)
  expect(ready).toMatchObject({
    msg: 'request completed',
    status: 200,
    req: { method: 'GET', route: '/media/:imageId/:file' },
  })
  expect(await linesOf(askFastify)).toEqual(ready)
})
