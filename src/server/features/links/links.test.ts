import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('creating a link', () => {
  test('returns 201 and the complete link with its defaults', async () => {
    const owner = await build.aUser()
    const { status, body } = await server.post('/api/links', { title: '  Summer  by the sea ' }, { token: owner.token })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      data: {
        _id: expect.stringMatching(/^[\w-]{22}$/),
        slug: expect.stringMatching(/^[0-9a-z]{26}$/),
        title: 'Summer by the sea',
        description: '',
        isPrivate: false,
        hasPassword: false,
        isListed: true,
        allowDownloads: true,
        cameraDetails: false,
        choosing: 'off',
        choiceLimit: null,
        comments: 'accounts',
        holdGuestComments: true,
        expiresAt: null,
        isExpired: false,
        views: 0,
        imageCount: 0,
        coverImage: null,
        images: [],
        sections: [],
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        user: owner.id,
        owner: { name: owner.name },
        opening: 'wall',
        branded: false,
        guestUploads: 'off',
        approveUploads: true,
        visitorsSee: 'all',
        revealAt: null,
        uploadsCloseAt: null,
        guestUploadLimit: 500,
        uploadLimitPerGuest: 100,
        askGuestName: 'optional',
        watermark: { mode: 'off', source: 'text', text: '', opacity: 40, size: 20 },
        watermarkProgress: { done: 0, total: 0 },
        studio: null,
        myRole: 'owner',
        shareUrl: `http://photos.test/links/${body.data.slug}`,
        uploadsWaiting: 0,
      },
    })
  })

  test.each([
    [{}, { title: 'Title is required' }],
    [{ title: '   ' }, { title: 'Title is required' }],
    [{ title: 'x'.repeat(101) }, { title: 'Title cannot be more than 100 characters' }],
    [{ title: 'ok', description: 'x'.repeat(501) }, { description: 'Description cannot be more than 500 characters' }],
    [{ title: 'ok', isPrivate: 'yes' }, { isPrivate: 'Private must be true or false' }],
    [{ title: 'ok', expiresAt: 'tomorrow' }, { expiresAt: "Expiration date isn't valid" }],
    [{ title: 'ok', expiresAt: '2020-01-01T00:00:00Z' }, { expiresAt: 'Expiration date must be in the future' }],
    [{ title: 'ok', opening: 'film' }, { opening: 'Opening must be wall or cover' }],
    [{ title: 'ok', slug: 'dashboard' }, { slug: 'This link is reserved' }],
    [{ title: 'ok', slug: 'Über' }, { slug: 'Custom link can only contain a-z, 0-9 and hyphens' }],
    [{ title: 'ok', slug: 'ab' }, { slug: 'Custom link must be at least 3 characters' }],
  ])('rejects %j and names the field', async (input, fields) => {
    const { token } = await build.aUser()
    const { status, body } = await server.post('/api/links', input, { token })
    expect(status).toBe(400)
    const sentence = Object.values(fields)[0]
    expect(body).toEqual({ success: false, error: sentence, message: sentence, code: 'VALIDATION_FAILED', fields })
  })

  test("ignores fields that owners can't set", async () => {
    const owner = await build.aUser()
    const stranger = await build.aUser()
    const forged = {
      title: 'Mine',
      views: 999,
      user: stranger.id,
      imageCount: 7,
      _id: 'chosen',
      createdAt: '2001-01-01',
    }
    const { body } = await server.post('/api/links', forged, { token: owner.token })
    expect(body.data).toMatchObject({ views: 0, user: owner.id, imageCount: 0 })
    expect(body.data._id).not.toBe('chosen')
  })

  test('stores a date with an offset as UTC', async () => {
    const { token } = await build.aUser()
    const { body } = await server.post('/api/links', { title: 'x', expiresAt: '2090-06-01T12:00:00+02:00' }, { token })
    expect(body.data.expiresAt).toBe('2090-06-01T10:00:00.000Z')
  })

  test('assigns a slug to only one link, even with concurrent requests', async () => {
    const owner = await build.aUser()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.post('/api/links', { title: 'Wedding', slug: 'ada-and-charles' }, { token: owner.token }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)])
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('SLUG_TAKEN')
    const { body } = await server.get('/api/links', { token: owner.token })
    expect(body.data).toHaveLength(1)
  })
})

describe('on the Free plan', () => {
  test('a third link, a custom slug and an expiry date 31 days ahead are rejected', async () => {
    const free = await createOwnServer({ defaultPlan: 'free' })
    const { token } = await createBuilders(free).aUser()
    const create = (fields: object) => free.post('/api/links', { title: 'One', ...fields }, { token })

    expect((await create({ slug: 'my-own' })).body).toMatchObject({ code: 'PLAN_FEATURE' })
    expect((await create({ expiresAt: inDays(31) })).body).toMatchObject({ code: 'PLAN_FEATURE' })
    expect((await create({ expiresAt: inDays(30) })).status).toBe(201)
    expect((await create({})).status).toBe(201)
    expect(await create({})).toMatchObject({
      status: 403,
      body: {
        code: 'LINK_LIMIT_REACHED',
        error: "You have reached your plan's link limit. Please upgrade to create more links.",
      },
    })
  })

  test('deleting a link frees a slot', async () => {
    const free = await createOwnServer({ defaultPlan: 'free' })
    const owner = await createBuilders(free).aUser()
    const link = await createBuilders(free).aLink({ owner })
    await createBuilders(free).aLink({ owner })
    expect((await free.del(`/api/links/${link._id}?forever=true`, undefined, { token: owner.token })).status).toBe(200)
    expect((await free.post('/api/links', { title: 'Again' }, { token: owner.token })).status).toBe(201)
  })
})

describe('changing a link', () => {
  test('keeps omitted fields', async () => {
    const link = await build.aLink({ description: 'By the sea', isPrivate: true, expiresAt: inDays(3) })
    const { status, body } = await server.put(
      `/api/links/${link._id}`,
      { title: 'Autumn' },
      { token: link.owner.token },
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ title: 'Autumn', description: 'By the sea', isPrivate: true, slug: link.slug })
    expect(body.data.expiresAt).not.toBeNull()
  })

  test('works even after the link expires', async () => {
    const link = await build.anExpiredLink()
    const { token } = link.owner
    const read = await server.get(`/api/links/${link._id}`, { token })
    const renamed = await server.put(`/api/links/${link._id}`, { ...read.body.data, title: 'Later' }, { token })
    expect(renamed.body.data).toMatchObject({ title: 'Later', isExpired: true })
    const extended = await server.put(`/api/links/${link._id}`, { expiresAt: inDays(7) }, { token })
    expect(extended.body.data.isExpired).toBe(false)
    const opened = await server.put(`/api/links/${link._id}`, { expiresAt: null }, { token })
    expect(opened.body.data.expiresAt).toBeNull()
  })

  test('after a downgrade keeps its custom slug but rejects a new one', async () => {
    const link = await build.aLink({ slug: `kept-${Date.now()}` })
    // This server uses the same database, but everyone is on the Free plan.
    const free = await createTestServer({ defaultPlan: 'free' }, server)
    onTestFinished(() => free.close())
    const change = { title: 'Renamed', slug: link.slug }
    const kept = await free.put(`/api/links/${link._id}`, change, { token: link.owner.token })
    const other = await free.put(`/api/links/${link._id}`, { slug: 'brand-new' }, { token: link.owner.token })
    expect(kept.status).toBe(200)
    expect(other.body.code).toBe('PLAN_FEATURE')
  })

  test('keeps a slug that was reserved later, but rejects it as a new one', async () => {
    const link = await build.aLink()
    const { token } = link.owner
    const change = (fields: object) => server.put(`/api/links/${link._id}`, fields, { token })
    expect((await change({ slug: 'trash' })).body.fields).toEqual({ slug: 'This link is reserved' })
    await server.db.updateTable('links').set({ slug: 'trash' }).where('id', '=', link._id).execute()
    expect((await change({ title: 'Renamed', slug: 'trash' })).body.data).toMatchObject({
      title: 'Renamed',
      slug: 'trash',
    })
  })

  test('to a new slug redirects the old one with its query string and keeps it reserved', async () => {
    const link = await build.aLink({ slug: 'first-name' })
    const { token } = link.owner
    await server.put(`/api/links/${link._id}`, { slug: 'second-name' }, { token })

    const moved = await server.get('/api/links/slug/first-name?ref=example.com')
    expect(moved.status).toBe(301)
    expect(moved.headers.location).toBe('/api/links/slug/second-name?ref=example.com')
    const other = await build.aUser()
    const taken = await server.post('/api/links', { title: 'x', slug: 'first-name' }, { token: other.token })
    expect(taken.body.code).toBe('SLUG_TAKEN')
    expect((await server.put(`/api/links/${link._id}`, { slug: 'first-name' }, { token })).status).toBe(200)
    expect((await server.get('/api/links/slug/first-name')).status).toBe(200)
  })

  test("doesn't reveal a private link's new slug to strangers", async () => {
    const link = await build.aLink({ slug: 'was-public' })
    const change = { slug: 'is-private', isPrivate: true }
    await server.put(`/api/links/${link._id}`, change, { token: link.owner.token })
    const answer = await server.get('/api/links/slug/was-public')
    expect(answer).toMatchObject({ status: 403, body: { code: 'LINK_PRIVATE' } })
    expect(answer.headers.location).toBeUndefined()
  })
})

describe('deleting a link', () => {
  test('makes the link and its comments return 404, then deletes the comments', async () => {
    const link = await build.aLink({ slug: 'to-be-gone' })
    const image = await build.anImage({ link })
    const comment = await build.aComment({ image })
    expect(
      (await server.del(`/api/links/${link._id}?forever=true`, undefined, { token: link.owner.token })).status,
    ).toBe(200)
    expect((await server.get('/api/links/slug/to-be-gone')).status).toBe(404)
    expect((await server.get(`/api/comments/image/${image._id}`)).status).toBe(404)
    const left = () => server.db.selectFrom('comments').selectAll().where('id', '=', comment._id).execute()
    await vi.waitFor(async () => expect(await left()).toEqual([]))
  })

  test("updates the owner's usage only once, even with concurrent requests", async () => {
    const link = await build.aLink()
    const token = link.owner.token
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => server.del(`/api/links/${link._id}?forever=true`, undefined, { token })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404, 404])
    const usage = await server.db
      .selectFrom('usage')
      .selectAll()
      .where('user_id', '=', link.owner.id)
      .executeTakeFirst()
    expect(usage).toMatchObject({ links: 0, images: 0 })
  })
})
