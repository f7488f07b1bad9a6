import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Builders, createBuilders } from '#test/support/builders.ts'
import { createOwnServer, createTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let build: Builders

beforeAll(async () => {
  server = await createTestServer({ defaultPlan: 'gold' })
  build = createBuilders(server)
})
afterAll(() => server.close())

const create = (token: string, slug: string) => server.post('/api/links', { title: 'Mine now', slug }, { token })

describe('the slug of a deleted link', () => {
  const slugsOf = async (link: { _id: string; slug: string; owner: { token: string } }, added: string) => {
    await server.put(`/api/links/${link._id}`, { slug: added }, { token: link.owner.token })
    return [link.slug, added]
  }

  test("can't be reused, not even by its former owner", async () => {
    const link = await build.aLink()
    const slugs = await slugsOf(link, 'gone-with-the-link')
    await server.del(`/api/links/${link._id}`, undefined, { token: link.owner.token })

    const stranger = await build.aUser()
    const other = await build.aLink({ owner: stranger })
    for (const slug of slugs) {
      const taken = { status: 409, body: { code: 'SLUG_TAKEN', error: 'This link is already taken' } }
      expect(await create(stranger.token, slug)).toMatchObject(taken)
      expect(await create(link.owner.token, slug)).toMatchObject(taken)
      expect(await server.put(`/api/links/${other._id}`, { slug }, { token: stranger.token })).toMatchObject(taken)
      expect((await server.get(`/api/links/slug/${slug}`)).status).toBe(404)
    }
  })

  test("can't be reused after the account is deleted", async () => {
    const link = await build.aLink()
    const slugs = await slugsOf(link, 'gone-with-the-account')
    const { token, password } = link.owner
    expect((await server.del('/api/auth/deleteaccount', { password }, { token })).status).toBe(200)

    const stranger = await build.aUser()
    for (const slug of slugs) expect((await create(stranger.token, slug)).body.code).toBe('SLUG_TAKEN')
  })
})

test('slugs in URLs are case-insensitive', async () => {
  const link = await build.aLink({ slug: 'summer-by-the-sea' })
  const read = await server.get('/api/links/slug/Summer-By-The-SEA')
  expect(read.status).toBe(200)
  expect(read.body.data.slug).toBe('summer-by-the-sea')
  expect((await server.get(`/api/links/slug/SUMMER-by-the-sea`, { token: link.owner.token })).status).toBe(200)
  expect((await server.post('/api/links/slug/SUMMER-by-the-sea/visit', {})).status).toBe(200)
})

test('a link can have up to 20 old slugs and switch back to one of them', async () => {
  const link = await build.aLink()
  const { token } = link.owner
  const rename = (slug: string) => server.put(`/api/links/${link._id}`, { slug }, { token })
  for (let n = 1; n <= 20; n++) expect((await rename(`one-of-many-${n}`)).status).toBe(200)

  const refused = await rename('one-too-many')
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  expect(refused.body.fields.slug).toMatch(/already had 20 other custom links/)
  expect((await rename('one-of-many-3')).status).toBe(200)
  const other = await build.aUser()
  expect((await create(other.token, 'one-too-many')).status).toBe(201)
})

describe('a network that guessed too many slugs', () => {
  const guess = async (own: TestServer, from: string) => {
    for (let n = 0; n < 300; n++) await own.get(`/api/links/slug/guess-${n}`, { from })
  }

  test("can't open custom slugs for 15 minutes but can open generated ones", async () => {
    const own = await createOwnServer({ defaultPlan: 'gold' })
    const builders = createBuilders(own)
    const chosen = await builders.aLink({ slug: 'wedding' })
    const made = await builders.aLink({ owner: chosen.owner })
    const from = '10.9.9.9'
    await guess(own, from)

    const open = (slug: string, options = {}) => own.get(`/api/links/slug/${slug}`, { from, ...options })
    const refused = await open('wedding')
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(refused.body).toEqual((await open('not-a-wedding')).body)
    expect((await open(made.slug)).status).toBe(200)
    // The owner isn't locked out, and neither are other networks.
    expect((await open('wedding', { token: chosen.owner.token })).status).toBe(200)
    expect((await open('wedding', { from: '10.9.9.8' })).status).toBe(200)
    expect((await open('wedding')).status).toBe(429)

    own.clock.advance(15 * 60_000)
    expect((await open('wedding')).status).toBe(200)
  })
})
