// @engine sqlite
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Addresses, gzip, type ListeningNode, listening, someAddresses } from '../support/hot-reads.ts'
import { createTestServer } from '../support/server.ts'
import { useServer } from '../support/use-server.ts'
import { useWebApp } from '../support/web-app.ts'

const webApp = useWebApp()
const { server } = useServer({ defaultPlan: 'gold' }, webApp)
let node: ListeningNode

beforeAll(async () => {
  node = await listening(server)
})
afterAll(() => node.close())

describe('the server stops serving', () => {
  const change = ({ link }: Addresses, fields: object) =>
    node.server.put(`/api/links/${link._id}`, fields, { token: link.owner.token })
  const statuses = async (addresses: Addresses, at = node) => [
    (await at.ask({ path: addresses.large, headers: gzip })).status,
    (await at.ask({ path: addresses.thumbnail })).status,
    (await at.ask({ path: addresses.page, headers: gzip })).status,
    (await at.ask({ path: addresses.imagePage, headers: gzip })).status,
  ]
  async function ready(at = node) {
    const addresses = await someAddresses(server)
    await at.warmUp({ path: addresses.large, headers: gzip })
    await at.warmUp({ path: addresses.thumbnail })
    await at.warmUp({ path: addresses.page, headers: gzip })
    await at.warmUp({ path: addresses.imagePage, headers: gzip })
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
    const expiresAt = Date.now() + 5000
    await change(addresses, { expiresAt: new Date(expiresAt).toISOString() })
    await node.warmUp({ path: addresses.large, headers: gzip })
    await node.warmUp({ path: addresses.thumbnail })
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
    ['made private', (addresses: Addresses) => change(addresses, { isPrivate: true })],
    [
      'deleted',
      ({ link }: Addresses) => node.server.del(`/api/links/${link._id}`, undefined, { token: link.owner.token }),
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
