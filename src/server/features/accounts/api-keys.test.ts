import { describe, expect, test } from 'vitest'
import { days, hours, instantIn, minutes } from '#server/platform/clock.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import type { Person } from '#test/support/builders.ts'
import { allEmailsTo, inEmailTo } from '#test/support/outbox.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold', payments: 'off' })

const as = (token: string) => ({ token })
const create = (owner: Person, body: object) =>
  server.post('/api/auth/keys', { name: 'Lightroom', scopes: ['read'], ...body }, as(owner.token))
const list = async (owner: Person) => (await server.get('/api/auth/keys', as(owner.token))).body.data
const inADay = () => new Date(server.clock.now().getTime() + days(1)).toISOString()

describe('managing keys', () => {
  test('the key is only shown when it is created, and only its hash is stored', async () => {
    const owner = await build.aUser()
    const { status, body } = await create(owner, { scopes: ['manage', 'read', 'read'] })
    expect(status).toBe(201)
    const { key, ...shown } = body.data
    expect(key).toMatch(/^fl_[\w-]{43}$/)
    expect(shown).toEqual({
      _id: expect.any(String),
      name: 'Lightroom',
      scopes: ['read', 'manage'],
      links: null,
      expiresAt: null,
      isExpired: false,
      createdAt: expect.stringMatching(/Z$/),
      lastUsedOn: null,
      hint: key.slice(-4),
    })
    expect(await list(owner)).toEqual([shown])
    const rows = await server.db.selectFrom('api_keys').selectAll().where('id', '=', shown._id).execute()
    expect(rows[0]?.token_hash).toBe(hashToken(key))
    expect(JSON.stringify(rows)).not.toContain(key.slice(3))
  })

  test('the newest key is listed first', async () => {
    const owner = await build.aUser()
    for (const name of ['first', 'second', 'third']) {
      await create(owner, { name })
      server.clock.advance(1000)
    }
    expect((await list(owner)).map(({ name }: { name: string }) => name)).toEqual(['third', 'second', 'first'])
  })

  test('a key needs a name, a known scope, own links and a date in the future', async () => {
    const [owner, stranger] = [await build.aUser(), await build.aUser()]
    const others = await build.aLink({ owner: stranger })
    const wrong: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ name: 'a'.repeat(101) }, 'name'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: undefined }, 'scopes'],
      [{ scopes: ['read', 'everything'] }, 'scopes'],
      [{ links: [] }, 'links'],
      [{ links: [others._id] }, 'links'],
      [{ links: Array(101).fill('x') }, 'links'],
      [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
      [{ expiresAt: 'soon' }, 'expiresAt'],
    ]
    for (const [body, field] of wrong) {
      const answer = await create(owner, body)
      expect([answer.status, Object.keys(answer.body.fields ?? {})[0]?.split('.')[0]], JSON.stringify(body)).toEqual([
        400,
        field,
      ])
    }
    expect(await list(owner)).toEqual([])
  })

  test('creating a key takes a recent session', async () => {
    const owner = await build.aUser()
    server.clock.advance(minutes(11))
    expect((await create(owner, {})).body.code).toBe('REAUTHENTICATION_REQUIRED')
    await server.post('/api/auth/reauthenticate', { password: owner.password }, as(owner.token))
    expect((await create(owner, {})).status).toBe(201)
  })

  test('an account has at most 50 keys, even with parallel calls', async () => {
    const owner = await build.aUser()
    await build.aKey(owner, { expiresAt: inADay() })
    const row = await server.db
      .selectFrom('api_keys')
      .selectAll()
      .where('user_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 48 }, (_, n) => ({ ...row, id: `${row.id}${n}`, token_hash: `${row.id}${n}` }))
    await server.db.insertInto('api_keys').values(rows).execute()
    server.clock.advance(minutes(1))
    const answers = await Promise.all(Array.from({ length: 64 }, () => create(owner, {})))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(new Set(refused.map(({ status, body }) => `${status} ${Object.keys(body.fields)}`))).toEqual(
      new Set(['400 name']),
    )
    expect(await list(owner)).toHaveLength(50)
  })

  test('only the name of a key can be changed, and only by its owner', async () => {
    const [owner, stranger] = [await build.aUser(), await build.aUser()]
    const { id } = await build.aKey(owner, { scopes: ['read'] })
    const change = { name: 'darktable', scopes: ['manage'], links: null, expiresAt: inADay() }
    const { status, body } = await server.put(`/api/auth/keys/${id}`, change, as(owner.token))
    expect([status, body.data]).toMatchObject([200, { name: 'darktable', scopes: ['read'], expiresAt: null }])
    expect((await server.put(`/api/auth/keys/${id}`, change, as(stranger.token))).status).toBe(404)
    expect((await server.del(`/api/auth/keys/${id}`, undefined, as(stranger.token))).status).toBe(404)
    expect((await server.put(`/api/auth/keys/${id}`, { name: '' }, as(owner.token))).status).toBe(400)
    expect(await list(owner)).toMatchObject([{ name: 'darktable' }])
  })

  test('a key describes itself, but only to a call that is made with it', async () => {
    const owner = await build.aUser({ name: 'Mara' })
    const link = await build.aLink({ owner })
    const { token, id } = await build.aKey(owner, { scopes: ['upload'], links: [link._id] })
    expect((await server.get('/api/auth/keys/current', as(token))).body.data).toEqual({
      _id: id,
      name: 'Lightroom',
      scopes: ['upload'],
      links: [link._id],
      expiresAt: null,
      owner: { name: 'Mara' },
    })
    expect((await server.get('/api/auth/keys/current', as(owner.token))).status).toBe(404)
    expect((await server.get('/api/auth/keys/current')).status).toBe(401)
  })

  test('the date of the last use is written once a day', async () => {
    const owner = await build.aUser()
    const { token, id } = await build.aKey(owner)
    await server.get('/api/links', as(token))
    const today = server.clock.now().toISOString().slice(0, 10)
    expect(await list(owner)).toMatchObject([{ lastUsedOn: today }])
    await server.db.updateTable('api_keys').set({ last_used_on: '2020-01-01' }).where('id', '=', id).execute()
    await server.get('/api/links', as(token))
    expect(await list(owner)).toMatchObject([{ lastUsedOn: today }])
  })

  test('the owner gets an email when a key is added or revoked', async () => {
    const owner = await build.aUser()
    const { id } = await build.aKey(owner)
    await server.del(`/api/auth/keys/${id}`, undefined, as(owner.token))
    const emails = await allEmailsTo(server, new RegExp(owner.email))
    const subjects = emails.map((email) => /^Subject: (.*)\r$/m.exec(email)?.[1])
    // Emails are sent in parallel, so their order can differ.
    expect(subjects.sort()).toEqual(['An API key of your account was revoked', 'An API key was added to your account'])
  })
})

describe('a dead key', () => {
  const statusesOf = async (token: string, slug: string) => [
    (await server.get('/api/links', as(token))).status,
    (await server.get('/api/auth/keys/current', as(token))).status,
    (await server.get(`/api/links/slug/${slug}`, as(token))).status,
  ]

  test('is one that was revoked, has expired or never existed', async () => {
    const owner = await build.aUser()
    const { slug } = await build.aLink({ owner })
    const revoked = await build.aKey(owner)
    const expired = await build.aKey(owner, { expiresAt: instantIn(server.clock, minutes(10)) })
    for (const { token } of [revoked, expired]) expect(await statusesOf(token, slug)).toEqual([200, 200, 200])
    await server.del(`/api/auth/keys/${revoked.id}`, undefined, as(owner.token))
    server.clock.advance(minutes(10))
    const unknown = { token: `fl_${'a'.repeat(43)}` }
    for (const { token } of [revoked, expired, unknown]) expect(await statusesOf(token, slug)).toEqual([401, 401, 200])
    expect(await list(owner)).toMatchObject([{ isExpired: true }])
  })

  test('stops opening media URLs that it got', async () => {
    const owner = await build.aUser()
    const image = await build.anImage({ link: await build.aLink({ owner, isPrivate: true }) })
    const { token, id } = await build.aKey(owner, { scopes: ['read'] })
    const { imageUrl, url } = (await server.get(`/api/images/${image._id}`, as(token))).body.data
    expect((await server.get(imageUrl)).status).toBe(200)
    await server.del(`/api/auth/keys/${id}`, undefined, as(owner.token))
    server.clock.advance(1000)
    for (const saved of [imageUrl, url]) expect((await server.get(saved)).status).toBe(403)
  })

  test("a key in a URL isn't accepted", async () => {
    const owner = await build.aUser()
    const link = await build.aLink({ owner })
    const { token } = await build.aKey(owner)
    for (const [method, path] of [
      ['POST', `/api/links/${link._id}/images`],
      ['GET', '/api/links'],
      ['GET', `/api/links/slug/${link.slug}`],
    ] as const) {
      expect((await server.call(method, `${path}?token=${token}`)).status).toBe(401)
    }
    expect(server.logLines.join('')).not.toContain(token)
  })

  test('belongs to a disabled account until it is enabled, and goes with a deleted account', async () => {
    await build.aUser()
    const owner = await build.aUser()
    const { token } = await build.aKey(owner)
    const set = (disabledAt: string | null) =>
      server.db.updateTable('users').set({ disabled_at: disabledAt }).where('id', '=', owner.id).execute()
    await set('2026-01-01T00:00:00.000Z')
    expect((await server.get('/api/links', as(token))).status).toBe(401)
    await set(null)
    expect((await server.get('/api/links', as(token))).status).toBe(200)
    await server.del('/api/auth/deleteaccount', { password: owner.password }, as(owner.token))
    expect((await server.get('/api/links', as(token))).status).toBe(401)
    expect(await server.db.selectFrom('api_keys').where('user_id', '=', owner.id).selectAll().execute()).toEqual([])
  })
})

test('changing the password keeps the keys', async () => {
  const owner = await build.aUser()
  const { token } = await build.aKey(owner)
  const change = { currentPassword: owner.password, newPassword: 'four words of ours' }
  expect((await server.put('/api/auth/updatepassword', change, as(owner.token))).status).toBe(200)
  expect((await server.get('/api/links', as(token))).status).toBe(200)
  server.clock.advance(hours(1))
  expect((await server.get('/api/links', as(token))).status).toBe(200)
})

test('resetting the password by email revokes all keys, and says so', async () => {
  const owner = await build.aUser()
  const keys = [await build.aKey(owner), await build.aKey(owner)]
  await server.post('/api/auth/forgotpassword', { email: owner.email })
  const token = await inEmailTo(server, owner.email, /reset-password\/([\w-]{43})/)
  expect((await server.get(`/api/auth/resetpassword/${token}`)).body.data).toEqual({ isValid: true, revokesKeys: true })
  const { body } = await server.put(`/api/auth/resetpassword/${token}`, { password: 'four words of ours' })
  expect(body.data.message).toContain('Your API keys have been revoked.')
  for (const key of keys) expect((await server.get('/api/links', as(key.token))).status).toBe(401)
  const emails = (await allEmailsTo(server, new RegExp(owner.email))).join()
  expect(emails).toContain('also revokes your API keys')
  expect(emails).toContain('Subject: The API keys of your account were revoked')
})
