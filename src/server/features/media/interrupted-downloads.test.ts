// @engine sqlite
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Builders, createBuilders, type Person } from '#test/support/builders.ts'
import { createLongStorage } from '#test/support/long-storage.ts'
import { createTestServer, type TestServer } from '#test/support/server.ts'
import { maxDownloads } from './downloads.service.ts'

/** Larger than all buffers between the storage and the browser. */
const bytesEach = 64 * 1024 * 1024
/** It takes less than a second, but this machine may be busy. */
const soon = 10_000

let long: ReturnType<typeof createLongStorage>
let server: TestServer
let build: Builders
const requests: { destroy(): unknown }[] = []

beforeEach(async () => {
  long = createLongStorage(bytesEach)
  server = await createTestServer({ defaultPlan: 'gold' }, undefined, long)
  build = createBuilders(server)
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const request of requests.splice(0)) request.destroy()
  await server.close()
})

async function aLongLink(fields: Record<string, unknown> = {}) {
  const link = await build.aLink(fields)
  await build.anImage({ link })
  await build.anImage({ link })
  const images = await server.db.selectFrom('images').select(['id', 'files']).where('link_id', '=', link._id).execute()
  for (const { id, files } of images) {
    const longer = JSON.parse(files).map((file: object) => ({ ...file, bytes: bytesEach }))
    await server.db
      .updateTable('images')
      .set({ files: JSON.stringify(longer) })
      .where('id', '=', id)
      .execute()
  }
  return link
}

type DownloadOptions = { token?: string; from?: string; at?: TestServer; path?: string }

async function begin(
  { slug }: { slug: string },
  { token, from = build.anAddress(), at = server, path = `/api/links/slug/${slug}/download` }: DownloadOptions = {},
) {
  const { port } = at.app.server.address() as AddressInfo
  const headers = { 'x-forwarded-for': from, ...(token && { authorization: `Bearer ${token}` }) }
  const request = get({ host: '127.0.0.1', port, path, headers, agent: false })
  requests.push(request)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  // Ignore the ECONNRESET of aborted downloads.
  request.on('error', () => {})
  response.on('error', () => {})
  return {
    request,
    response,
    status: response.statusCode,
    ended: new Promise((resolve) => response.once('close', resolve)),
  }
}

const within = (ms: number, what: Promise<unknown>) =>
  Promise.race([what.then(() => 'in time'), delay(ms).then(() => 'too late')])

async function untilReadingStops(ms: number) {
  const startedAt = performance.now()
  while (long.seen.reading > 0 && performance.now() - startedAt < ms) await delay(10)
  const { given } = long.seen
  await delay(100)
  return { reading: long.seen.reading, givenAfterwards: long.seen.given - given }
}
const nothing = { reading: 0, givenAfterwards: 0 }

test('storage reads stop soon after the client disconnects', async () => {
  const { request, response } = await begin(await aLongLink())
  await once(response, 'readable')
  response.read()
  expect(long.seen.reading).toBe(1)
  request.destroy()

  expect(await untilReadingStops(soon)).toEqual(nothing)
  expect(long.seen.opened).toBe(1)
  expect(long.seen.given).toBeLessThan(bytesEach)
})

test('the server stops reading from storage when the client stops reading', async () => {
  await begin(await aLongLink())
  let before = -1
  while (long.seen.given !== before) {
    before = long.seen.given
    await delay(500)
  }

  expect(long.seen.given).toBeGreaterThan(0)
  expect(long.seen.given).toBeLessThan(bytesEach / 2)
})

type Closing = [string, (link: { _id: string; owner: Person }) => Promise<unknown> | unknown]

const change = (fields: object): Closing[1] => {
  return (link) => server.put(`/api/links/${link._id}`, fields, { token: link.owner.token })
}
const closings: Closing[] = [
  ['made private', change({ isPrivate: true })],
  ['closed to downloads', change({ allowDownloads: false })],
  ['deleted', ({ _id, owner }) => server.del(`/api/links/${_id}`, undefined, { token: owner.token })],
  ['expired', () => server.clock.advance(3_600_001)],
  [
    'deleted with its owner',
    ({ owner: { token, password } }) => server.del('/api/auth/deleteaccount', { password }, { token }),
  ],
]

describe('a ZIP is aborted when', () => {
  test.each(closings)('its link is %s, for both active and stalled clients', async (_, close) => {
    const link = await aLongLink()
    await server.put(`/api/links/${link._id}`, { expiresAt: inAnHour() }, { token: link.owner.token })
    const [reader, idler] = [await begin(link), await begin(link)]
    reader.response.on('data', () => {})
    await delay(50)
    await close(link)

    expect(await untilReadingStops(soon)).toEqual(nothing)
    expect(await within(soon, reader.ended)).toBe('in time')
    expect(reader.response.complete).toBe(false)
    idler.response.resume()
    expect(await within(soon, idler.ended)).toBe('in time')
    expect(idler.response.complete).toBe(false)
  })

  test('the owner of its private link logs out', async () => {
    const link = await aLongLink({ isPrivate: true })
    await begin(link, { token: link.owner.token })
    await delay(50)
    expect(long.seen.reading).toBe(1)
    await server.post('/api/auth/logout', undefined, { token: link.owner.token })

    expect(await untilReadingStops(soon)).toEqual(nothing)
  })

  test('its link is made private on another node', async () => {
    const other = await createTestServer({ defaultPlan: 'gold' }, server, long)
    await other.app.listen({ host: '127.0.0.1', port: 0 })
    const link = await aLongLink()
    const download = await begin(link, { at: other })
    await delay(50)
    await server.put(`/api/links/${link._id}`, { isPrivate: true }, { token: link.owner.token })

    expect(await untilReadingStops(soon)).toEqual(nothing)
    download.request.destroy()
    await other.close()
  })
})

describe('a single file is aborted when', () => {
  const trashAll: Closing[1] = async ({ _id: id, owner: { token } }) => {
    const images = await server.db.selectFrom('images').select('id').where('link_id', '=', id).execute()
    for (const image of images) await server.del(`/api/images/${image.id}`, undefined, { token })
  }

  test.each<Closing>([
    ...closings,
    ['emptied', trashAll],
    ['marked', change({ watermark: { mode: 'corner', text: 'Proof' } })],
  ])('its link is %s', async (_, close) => {
    const link = await aLongLink()
    await server.put(`/api/links/${link._id}`, { expiresAt: inAnHour() }, { token: link.owner.token })
    const { body } = await server.get(`/api/links/slug/${link.slug}`)
    const { response, ended, status } = await begin(link, { path: body.data.images[0].url })
    response.on('data', () => {})
    expect(status).toBe(200)
    await delay(50)
    expect(long.seen.reading).toBe(1)
    await close(link)

    expect(await untilReadingStops(soon)).toEqual(nothing)
    expect(await within(soon, ended)).toBe('in time')
    expect(response.complete).toBe(false)
  })
})

describe('many concurrent downloads', () => {
  test('are limited per network, and a canceled one frees its slot', async () => {
    const [link, from] = [await aLongLink(), build.anAddress()]
    const downloads = []
    const share = maxDownloads / 2
    for (let n = 0; n < share; n++) downloads.push(await begin(link, { from }))
    expect(downloads.map(({ status }) => status)).toEqual(Array(share).fill(200))

    const refused = await server.get(`/api/links/slug/${link.slug}/download`, { from })
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '30'])
    const other = await begin(link)
    expect(other.status).toBe(200)
    for (const { request } of [other, ...downloads.slice(0, 2)]) request.destroy()
    await delay(100)
    expect((await begin(link, { from })).status).toBe(200)
  })

  test('over the total limit get a 503 with Retry-After', async () => {
    const link = await aLongLink()
    for (let n = 0; n < maxDownloads; n++) expect((await begin(link)).status).toBe(200)
    const refused = await server.get(`/api/links/slug/${link.slug}/download`)

    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '30'])
    for (const request of requests.splice(0)) request.destroy()
    expect(await untilReadingStops(soon)).toEqual(nothing)
    expect((await begin(link)).status).toBe(200)
  })
})

const inAnHour = () => new Date(server.clock.now().getTime() + 3_600_000).toISOString()
