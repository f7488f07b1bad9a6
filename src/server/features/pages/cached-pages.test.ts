// @engine sqlite
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { maxAgeMs } from '#server/platform/cache/invalidation.ts'
import type { Person } from '#test/support/builders.ts'
import { createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { useWebApp } from '#test/support/web-app.ts'

const webApp = useWebApp()
const { server, build } = useServer({ defaultPlan: 'plus', payments: 'test' }, webApp)
let owner: Person
let link: { _id: string; slug: string; owner: Person }
let ids: string[]

beforeEach(async () => {
  link = await build.aLink()
  owner = link.owner
  ids = [(await build.anImage({ link }))._id, (await build.anImage({ link }))._id]
})

const gallery = () => `/links/${link.slug}`
const image = () => `/images/${ids[0]}`
const put = (path: string, body: object) => server.put(path, body, { token: owner.token })
const changeLink = (fields: object) => put(`/api/links/${link._id}`, fields)

/** `body` doesn't contain the render count, which is returned as `times`. */
async function read(address: string, at = server) {
  const { status, body, headers } = await at.get(address)
  const [, times] = /<p id="rendered">[^<]* (\d+)<\/p>/.exec(body) ?? []
  return { status, body: String(body).replace(/ \d+<\/p>/, '</p>'), times: Number(times), etag: headers.etag }
}

test('a page is rendered once for all visitors, even after its cache entry is revalidated', async () => {
  const pages = await Promise.all(Array.from({ length: 20 }, () => read(gallery())))
  server.clock.advance(maxAgeMs)
  pages.push(await read(gallery()))

  expect(new Set(pages.map(({ times }) => times)).size).toBe(1)
  expect(new Set(pages.map(({ etag }) => etag)).size).toBe(1)
})

test('a URL without a slug or an ID has a page of its own', async () => {
  for (const path of ['/links/', '/images/']) {
    const empty = await read(path)
    const missing = await read(`${path}missing`)

    expect(missing.status).toBe(404)
    expect(missing.times).not.toBe(empty.times)
    expect((await read(`${path}missing-too`)).times).toBe(missing.times)
  }
})

test("visits don't cause a page to be rendered again", async () => {
  const before = await read(gallery())
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  await server.get(`/api/links/slug/${link.slug}`, { headers })
  await server.get(`/api/links/${link._id}`, { token: owner.token })
  server.clock.advance(maxAgeMs)

  expect((await read(gallery())).times).toBe(before.times)
})

describe('on the same node a page immediately shows that', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['its link has a new title', () => changeLink({ title: 'Winter' })],
    ['its link has a new description', () => changeLink({ description: 'Cold' })],
    ['its link has downloads off', () => changeLink({ allowDownloads: false })],
    ['its link is no longer listed', () => changeLink({ isListed: false })],
    ['its link has an expiry date', () => changeLink({ expiresAt: '2100-01-01T00:00:00.000Z' })],
    ['its link opens with its cover', () => changeLink({ opening: 'cover' })],
    ['its owner has a new name', () => put('/api/auth/updateprofile', { name: 'Augusta' })],
    ['its owner has a new gallery name', () => put('/api/auth/updateprofile', { galleryName: '' })],
    ['an image was added', () => build.anImage({ link })],
    ['an image was deleted', () => server.del(`/api/images/${ids[1]}`, undefined, { token: owner.token })],
    ['an image has a new title', () => put(`/api/images/${ids[0]}`, { title: 'Sea' })],
    ['its images have a new order', () => put(`/api/links/${link._id}/order`, { imageIds: ids.toReversed() })],
    ['it has a new cover', () => put(`/api/images/${ids[1]}/set-cover`, {})],
    [
      'an image was moved',
      async () => {
        const { _id: linkId } = await build.aLink({ owner })
        const move = { action: 'move', imageIds: [ids[1]], linkId }
        await server.post('/api/images/bulk', move, { token: owner.token })
      },
    ],
  ])('%s', async (_, change) => {
    const before = await read(gallery())
    expect(before.status).toBe(200)
    await change()
    const after = await read(gallery())

    expect([after.status, after.body === before.body, after.etag === before.etag]).toEqual([200, false, false])
  })
})

describe('on the same node a page closes immediately when', () => {
  test.each<[string, number, () => Promise<unknown>]>([
    ['its link is made private', 403, () => changeLink({ isPrivate: true })],
    ['its link is deleted', 404, () => server.del(`/api/links/${link._id}`, undefined, { token: owner.token })],
    [
      'its owner is deleted',
      404,
      () => server.del('/api/auth/deleteaccount', { password: owner.password }, { token: owner.token }),
    ],
  ])('%s', async (_, status, change) => {
    expect([await read(gallery()), await read(image())].map((page) => page.status)).toEqual([200, 200])
    await change()
    expect([await read(gallery()), await read(image())].map((page) => page.status)).toEqual([status, status])
  })

  test('its link expires, even for clients with its ETag', async () => {
    await changeLink({ expiresAt: new Date(server.clock.now().getTime() + 60_000).toISOString() })
    const before = [await read(gallery()), await read(image())]
    server.clock.advance(60_001)
    for (const [index, address] of [gallery(), image()].entries()) {
      const headers = { 'if-none-match': String(before[index]?.etag) }
      expect([before[index]?.status, (await server.get(address, { headers })).status]).toEqual([200, 410])
    }
  })

  test('its image is deleted', async () => {
    expect((await read(image())).status).toBe(200)
    await server.del(`/api/images/${ids[0]}`, undefined, { token: owner.token })
    expect((await read(image())).status).toBe(404)
  })
})

const aSecond = { timeout: 1000, interval: 50 }

describe('within a second a page shows', () => {
  test('a comment on its image', async () => {
    await read(image())
    await build.aComment({ image: { _id: ids[0] ?? '' }, content: 'Brand new' })
    await vi.waitFor(async () => expect((await read(image())).body).toContain('Brand new'), aSecond)
  })

  test('the new plan of its owner', async () => {
    expect((await read(gallery())).body).toContain('"branded":true')
    const { token } = owner
    const checkout = await server.post('/api/payment/create-checkout-session', { planId: 'gold' }, { token })
    const { sessionId, checkoutUrl } = checkout.body.data
    const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/60', cvc: '123' }
    await server.post(new URL(checkoutUrl, 'http://x').pathname, new URLSearchParams(card).toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    await server.get(`/api/payment/verify-subscription?sessionId=${sessionId}`, { token })

    await vi.waitFor(async () => expect((await read(gallery())).body).toContain('"branded":false'), aSecond)
  })

  test('changes made on another node, including a closed link', async () => {
    const other = await createTestServer({ defaultPlan: 'plus' }, server, webApp)
    const [title, card] = ['Changed elsewhere', `/media/${ids[0]}/card.jpg`]
    expect([(await read(gallery(), other)).status, (await read(image(), other)).status]).toEqual([200, 200])
    await changeLink({ title })
    await vi.waitFor(async () => expect((await read(gallery(), other)).body).toContain(title), aSecond)
    await put('/api/auth/updateprofile', { galleryName: 'Studio elsewhere' })
    await vi.waitFor(async () => {
      for (const address of [gallery(), image()]) {
        expect((await read(address, other)).body).toContain('Studio elsewhere')
      }
    }, aSecond)
    await changeLink({ isPrivate: true })
    await vi.waitFor(async () => {
      for (const address of [gallery(), image(), card]) expect((await read(address, other)).status).toBe(403)
    }, aSecond)
    await other.close()
  })
})
