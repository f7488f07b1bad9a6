import { describe, expect, test } from 'vitest'
import { toForm } from '#test/support/form.ts'
import { aSmallJpeg } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold', payments: 'off' })

const as = (token: string) => ({ token })

describe('scopes', () => {
  test("don't include each other, even where visitors are let in", async () => {
    const owner = await build.aUser()
    const link = await build.aLink({ owner })
    const image = await build.anImage({ link })
    const calls = {
      read: () => server.get.bind(null, `/api/links/slug/${link.slug}`),
      upload: () => server.post.bind(null, `/api/links/${link._id}/images/known`, { keys: ['x'] }),
      manage: () => server.put.bind(null, `/api/images/${image._id}`, { title: 'Dawn' }),
    }
    for (const scope of ['read', 'upload', 'manage'] as const) {
      const { token } = await build.aKey(owner, { scopes: [scope] })
      for (const [needed, call] of Object.entries(calls)) {
        const { status, body } = await call()(as(token))
        expect([needed, status, body.code]).toEqual(
          needed === scope ? [needed, 200, undefined] : [needed, 403, 'KEY_SCOPE'],
        )
      }
    }
  })

  test("don't open the account, administration, payments or exports, even for an administrator", async () => {
    const owner = await build.aUser()
    await server.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', owner.id).execute()
    const { token } = await build.aKey(owner)
    for (const path of ['auth/me', 'auth/keys', 'auth/sessions', 'auth/export', 'admin/overview', 'payment/plans']) {
      expect((await server.get(`/api/${path}`, as(token))).body.code, path).toBe('KEY_SCOPE')
    }
    expect((await server.post('/api/auth/login', { email: 'a@example.com', password: 'x' }, as(token))).body.code).toBe(
      'KEY_SCOPE',
    )
  })

  test('a key with upload gets the image it sent, and its files', async () => {
    const owner = await build.aUser()
    const link = await build.aLink({ owner, isPrivate: true })
    const { token } = await build.aKey(owner, { scopes: ['upload'] })
    const form = toForm([{ name: 'image', fileName: 'a.jpg', bytes: await aSmallJpeg() }])
    const path = `/api/links/${link._id}/images`
    const { status, body } = await server.call('POST', path, { token, body: form.payload, headers: form.headers })
    expect(status).toBe(201)
    expect((await server.get(body.data.imageUrl)).status).toBe(200)
    expect((await server.get(`/api/images/${body.data._id}`, as(token))).body.code).toBe('KEY_SCOPE')
  })
})

describe('a key for certain links', () => {
  test("doesn't work for the owner's other links, public or not", async () => {
    const owner = await build.aUser()
    const [own, other] = [await build.aLink({ owner }), await build.aLink({ owner })]
    const [image, otherImage] = [await build.anImage({ link: own }), await build.anImage({ link: other })]
    const comment = await build.aComment({ image: otherImage })
    const { token } = await build.aKey(owner, { links: [own._id] })
    for (const path of [
      `links/${other._id}`,
      `links/slug/${other.slug}`,
      `links/slug/${other.slug}/download`,
      `links/${other._id}/images`,
      `links/${other._id}/analytics`,
      `links/${other._id}/invitations`,
      `images/${otherImage._id}`,
      `images/${otherImage._id}/original`,
      `comments/image/${otherImage._id}`,
      'analytics',
      'activity',
      'links/public',
    ]) {
      expect((await server.get(`/api/${path}`, as(token))).body.code, path).toBe('KEY_SCOPE')
    }
    expect((await server.get(otherImage.thumbnailUrl, as(token))).status).toBe(403)
    expect((await server.del(`/api/comments/${comment._id}`, undefined, as(token))).body.code).toBe('KEY_SCOPE')
    expect((await server.post('/api/links', { title: 'New' }, as(token))).body.code).toBe('KEY_SCOPE')
    const move = { action: 'move', imageIds: [image._id], linkId: other._id }
    expect((await server.post('/api/images/bulk', move, as(token))).body.code).toBe('KEY_SCOPE')

    expect((await server.get('/api/links', as(token))).body.data).toMatchObject([{ _id: own._id }])
    expect((await server.get(`/api/images/${image._id}`, as(token))).status).toBe(200)
    expect((await server.get(image.thumbnailUrl, as(token))).status).toBe(200)
  })

  test('keeps working when its link is private, has a password or has expired', async () => {
    const owner = await build.aUser()
    const link = await build.aLink({ owner })
    const image = await build.anImage({ link })
    const { token } = await build.aKey(owner, { links: [link._id] })
    const past = { expires_at: '2020-01-01T00:00:00.000Z' }
    const closings = [
      () => server.put(`/api/links/${link._id}`, { isPrivate: true }, as(owner.token)),
      () => server.put(`/api/links/${link._id}`, { isPrivate: false, password: 'four words of ours' }, as(owner.token)),
      () => server.db.updateTable('links').where('id', '=', link._id).set(past).execute(),
    ]
    for (const close of closings) {
      await close()
      server.services.invalidation.receive(undefined)
      const known = { keys: ['x'] }
      const answers = [
        await server.get(`/api/links/${link._id}`, as(token)),
        await server.get(`/api/links/${link._id}/images`, as(token)),
        await server.get(`/api/images/${image._id}/original`, as(token)),
        await server.post(`/api/links/${link._id}/images/known`, known, as(token)),
        await server.put(`/api/images/${image._id}`, { title: 'Dawn' }, as(token)),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    }
  })

  test('works for no link once its links are deleted', async () => {
    const owner = await build.aUser()
    const [first, second, third] = [
      await build.aLink({ owner }),
      await build.aLink({ owner }),
      await build.aLink({ owner }),
    ]
    const { token } = await build.aKey(owner, { links: [first._id, second._id] })
    const linksOf = async () => (await server.get('/api/auth/keys/current', as(token))).body.data.links
    for (const [link, left] of [
      [first, [second._id]],
      [second, []],
    ] as const) {
      await server.del(`/api/links/${link._id}`, undefined, as(owner.token))
      expect(await linksOf()).toEqual(left)
    }
    await server.services.runDueTasks()
    expect(await linksOf()).toEqual([])
    expect((await server.get('/api/links', as(token))).body.data).toEqual([])
    expect((await server.get(`/api/links/${third._id}`, as(token))).body.code).toBe('KEY_SCOPE')
  })
})

test("on other people's links, a key reads like a visitor and changes nothing", async () => {
  const [owner, stranger] = [await build.aUser(), await build.aUser()]
  const link = await build.aLink({ owner, choosing: 'on', comments: 'guests', guestUploads: 'everyone' })
  const image = await build.anImage({ link })
  await server.put(`/api/images/${image._id}/choice`, { chosen: true }, as(stranger.token))
  const comment = await build.aComment({ image, author: stranger })
  const { token } = await build.aKey(stranger)

  expect((await server.get(`/api/links/slug/${link.slug}`, as(token))).status).toBe(200)
  const choice = await server.get(`/api/links/slug/${link.slug}/choice`, as(token))
  expect([choice.status, choice.body.data.imageIds]).toEqual([200, []])
  for (const [method, path, body] of [
    ['POST', `comments/image/${image._id}`, { content: 'Hi' }],
    ['PUT', `comments/${comment._id}`, { content: 'Hi' }],
    ['DELETE', `comments/${comment._id}`, undefined],
    ['PUT', `images/${image._id}/choice`, { chosen: true }],
    ['POST', `links/slug/${link.slug}/choice/send`, { name: 'Lena' }],
    ['POST', `links/slug/${link.slug}/follow`, { email: 'a@example.com' }],
    ['POST', `links/slug/${link.slug}/images`, undefined],
  ] as const) {
    const { status, body: answer } = await server.call(method, `/api/${path}`, { token, ...(body && { body }) })
    expect([path, status, answer.code]).toEqual([path, 403, 'KEY_SCOPE'])
  }
  await server.put(`/api/links/${link._id}`, { isPrivate: true }, as(owner.token))
  expect((await server.get(`/api/links/slug/${link.slug}`, as(token))).body.code).toBe('LINK_PRIVATE')
})

test("a key's reads don't count as visits", async () => {
  const [owner, stranger] = [await build.aUser(), await build.aUser()]
  const link = await build.aLink({ owner })
  const image = await build.anImage({ link })
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const { token } = await build.aKey(stranger)
  await server.call('GET', `/api/links/slug/${link.slug}`, { token, headers })
  await server.call('POST', `/api/links/slug/${link.slug}/visit`, { token, headers, body: {} })
  await server.call('POST', `/api/images/${image._id}/view`, { token, headers, body: {} })
  const totalsOf = async () => (await server.get(`/api/links/${link._id}/analytics`, as(owner.token))).body.data.totals
  expect(await totalsOf()).toMatchObject({ visits: 0, imageViews: 0 })
  await server.call('GET', `/api/links/slug/${link.slug}`, { token: stranger.token, headers })
  expect(await totalsOf()).toMatchObject({ visits: 1 })
})
