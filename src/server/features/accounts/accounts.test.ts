import { describe, expect, onTestFinished, test } from 'vitest'
import type { Config } from '#server/config.ts'
import { createBuilders } from '#test/support/builders.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer()

const isAlive = async (token: string, at = server) => (await at.get('/api/auth/me', { token })).status === 200
const logIn = (email: string, password: string, more: object = {}, from = build.anAddress()) =>
  server.post('/api/auth/login', { email, password, ...more }, { from })

describe('registering', () => {
  test('returns 201 with a token and the user', async () => {
    const person = { name: ' Grace  Hopper ', email: 'Grace@Example.com ', password: 'compiler' }
    const { status, body } = await server.post('/api/auth/register', person)
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: expect.any(String),
        _id: body.user.id,
        name: 'Grace Hopper',
        galleryName: 'Grace Hopper',
        email: 'grace@example.com',
        isAdmin: true,
        isConfirmed: true,
        createdAt: expect.stringMatching(/Z$/),
      },
    })
    expect(await isAlive(body.token)).toBe(true)
  })

  test.each([
    [{}, { name: 'Name is required', email: 'Email is required', password: 'Password is required' }],
    [
      { name: 'A', email: 'nowhere', password: 'short' },
      {
        name: 'Name must be at least 2 characters',
        email: 'Email is invalid',
        password: 'Password must be at least 6 characters',
      },
    ],
  ])('rejects %j with a message for each field', async (input, fields) => {
    const { status, body } = await server.post('/api/auth/register', input)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', fields })
    expect(body.error).toBe(body.message)
  })

  test('creates one account per email address, even with eight concurrent requests', async () => {
    const person = { name: 'Twin', email: 'twin@example.com', password: 'secret-1' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.post('/api/auth/register', person)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)])
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('EMAIL_TAKEN')
  })

  test('is limited to 100 attempts per network', async () => {
    const own = await createOwnServer()
    await createBuilders(own).aUser({ email: 'taken@example.com' })
    const again = () =>
      own.post(
        '/api/auth/register',
        { name: 'Bot', email: 'taken@example.com', password: 'secret-1' },
        { from: '9.9.9.9' },
      )
    const statuses = (await Promise.all(Array.from({ length: 101 }, again))).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

describe('logging in', () => {
  test('opens a session for one day, or for 30 days with rememberMe', async () => {
    const own = await createOwnServer()
    const { email, password } = await createBuilders(own).aUser()
    const day = (await own.post('/api/auth/login', { email, password })).body
    const month = (await own.post('/api/auth/login', { email, password, rememberMe: true })).body
    expect(day).toEqual({ success: true, token: expect.any(String), user: expect.objectContaining({ email }) })
    own.clock.advance(25 * 3_600_000)
    expect([await isAlive(day.token, own), await isAlive(month.token, own)]).toEqual([false, true])
    own.clock.advance(29 * 86_400_000)
    expect(await isAlive(month.token, own)).toBe(false)
  })

  test('ignores the case of the email address and spaces before it', async () => {
    const { email, password } = await build.aUser()
    expect((await logIn(` ${email.toUpperCase()}`, password)).status).toBe(200)
  })

  test.each([
    [{}, { email: 'Email is required', password: 'Password is required' }],
    [
      { email: 'x@y', password: '12345' },
      { email: 'Email is invalid', password: 'Password must be at least 6 characters' },
    ],
  ])('rejects %j with a message for each field', async (input, fields) => {
    const { status, body } = await server.post('/api/auth/login', input)
    expect(status).toBe(400)
    expect(body.fields).toEqual(fields)
  })

  test('returns the same response for a wrong password and an unknown address', async () => {
    const { email } = await build.aUser()
    const wrong = await logIn(email, 'not-the-password')
    const unknown = await logIn('nobody@example.com', 'not-the-password')
    expect(wrong).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED', message: 'Invalid email or password' },
    })
    expect(unknown).toMatchObject({ status: wrong.status, body: wrong.body })
  })

  test('blocks a network after ten failures, but not the owner on another network', async () => {
    const { email, password } = await build.aUser()
    const attacker = build.anAddress()
    const guesses = Array.from({ length: 30 }, (_, n) => logIn(email, `guess-${n}`, {}, attacker))
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)

    const blocked = await logIn(email, password, {}, attacker)
    expect(blocked).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
    expect((await logIn(email, password)).status).toBe(200)
  })

  test('succeeds for all concurrent attempts with the right password', async () => {
    const { email, password } = await build.aUser()
    const from = build.anAddress()
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(email, password, {}, from)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  })
})

describe('the profile', () => {
  test('accepts a new name and ignores other fields', async () => {
    const person = await build.aUser()
    const change = { name: 'Augusta', email: 'other@example.com', id: 'x', plan: 'gold' }
    const { status, body } = await server.put('/api/auth/updateprofile', change, { token: person.token })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: person.id, name: 'Augusta', email: person.email })
    expect((await server.get('/api/auth/me', { token: person.token })).body.data.name).toBe('Augusta')
  })

  test('has a gallery name that defaults to the name and can be empty', async () => {
    const { token } = await build.aUser({ name: 'Ada' })
    const names = async (change: object) => {
      const { status, body } = await server.put('/api/auth/updateprofile', change, { token })
      expect([status, (await server.get('/api/auth/me', { token })).body.data]).toEqual([200, body.data])
      return [body.data.name, body.data.galleryName]
    }
    expect(await names({})).toEqual(['Ada', 'Ada'])
    expect(await names({ name: 'Augusta' })).toEqual(['Augusta', 'Augusta'])
    expect(await names({ galleryName: ' Studio  Lovelace ' })).toEqual(['Augusta', 'Studio Lovelace'])
    expect(await names({ name: 'Ada' })).toEqual(['Ada', 'Studio Lovelace'])
    expect(await names({ galleryName: '' })).toEqual(['Ada', ''])
    expect(await names({ galleryName: 'Seen\u200b' })).toEqual(['Ada', 'Seen\u200b'])
    expect(await names({ name: 'Countess', galleryName: '\u200b ' })).toEqual(['Countess', ''])
  })

  test.each([
    ['x'.repeat(101), 'Name on galleries cannot be more than 100 characters'],
    [7, 'Name on galleries must be text'],
  ])('rejects %j as a gallery name and changes nothing', async (galleryName, sentence) => {
    const person = await build.aUser()
    const change = { name: 'Other', galleryName }
    const { status, body } = await server.put('/api/auth/updateprofile', change, { token: person.token })
    expect([status, body.fields]).toEqual([400, { galleryName: sentence }])
    expect((await server.get('/api/auth/me', { token: person.token })).body.data.name).toBe(person.name)
  })

  test('rejects a blank name', async () => {
    const { token } = await build.aUser()
    const { body } = await server.put('/api/auth/updateprofile', { name: ' ' }, { token })
    expect(body.fields).toEqual({ name: 'Name is required' })
  })
})

describe('sessions', () => {
  test('are listed with their device, and all but the current one can be ended', async () => {
    const { email, password, token } = await build.aUser()
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'
    const phone = await server.post('/api/auth/login', { email, password }, { headers: { 'user-agent': agent } })
    const { body } = await server.get('/api/auth/sessions', { token: phone.body.token })
    expect(body.data).toHaveLength(2)
    expect(body.data.find((session: { isCurrent: boolean }) => session.isCurrent)).toEqual({
      _id: expect.any(String),
      device: 'Safari on iPhone',
      isCurrent: true,
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
      expiresAt: expect.any(String),
    })

    const ended = await server.del('/api/auth/sessions', undefined, { token: phone.body.token })
    expect(ended.body.data).toEqual({ ended: 1 })
    expect([await isAlive(token), await isAlive(phone.body.token)]).toEqual([false, true])
  })

  test('continue on other devices after a logout', async () => {
    const { email, password, token } = await build.aUser()
    const other = (await logIn(email, password)).body.token
    expect((await server.post('/api/auth/logout', undefined, { token })).status).toBe(200)
    expect([await isAlive(token), await isAlive(other)]).toEqual([false, true])
  })

  test('are stored with hashed tokens', async () => {
    const { token } = await build.aUser()
    const rows = await server.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.each(['', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', `Bearer ${'x'.repeat(500)}`, 'Bearer \u00ff'])(
    "can't be used with the Authorization header %j",
    async (authorization) => {
      const { status, body } = await server.get('/api/auth/me', { headers: { authorization } })
      expect(status).toBe(401)
      expect(body.code).toBe('UNAUTHENTICATED')
    },
  )
})

describe('changing the password', () => {
  test('ends all other sessions and invalidates the old password', async () => {
    const { email, password, token } = await build.aUser()
    const other = (await logIn(email, password)).body.token
    const change = { currentPassword: password, newPassword: 'brand-new-1' }
    expect((await server.put('/api/auth/updatepassword', change, { token })).status).toBe(200)
    expect([await isAlive(token), await isAlive(other)]).toEqual([true, false])
    expect((await logIn(email, password)).status).toBe(401)
    expect((await logIn(email, 'brand-new-1')).status).toBe(200)
  })

  test.each([
    [
      { currentPassword: 'wrong-one', newPassword: 'brand-new-1' },
      { currentPassword: 'Current password is incorrect' },
    ],
    [
      { currentPassword: 'secret-1', newPassword: 'short' },
      { newPassword: 'New password must be at least 6 characters' },
    ],
    [{}, { currentPassword: 'Current password is required', newPassword: 'New password is required' }],
  ])('rejects %j with a message for each field', async (input, fields) => {
    const { token } = await build.aUser({ password: 'secret-1' })
    const { status, body } = await server.put('/api/auth/updatepassword', input, { token })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', fields })
    expect(await isAlive(token)).toBe(true)
  })
})

describe('deleting the account', () => {
  test('removes links, comments and sessions, and frees the email address', async () => {
    const { token, email, password } = await build.aUser()
    const link = await build.aLink({ owner: { token, email, password, id: '', name: '' } })
    const comment = await build.aComment({ author: { token, email, password, id: '', name: '' } })
    expect((await server.del('/api/auth/deleteaccount', { password: 'wrong-one' }, { token })).status).toBe(400)
    expect((await server.del('/api/auth/deleteaccount', undefined, { token })).body.fields).toEqual({
      password: 'Password is required',
    })

    expect((await server.del('/api/auth/deleteaccount', { password }, { token })).status).toBe(200)
    expect(await isAlive(token)).toBe(false)
    expect((await logIn(email, password)).status).toBe(401)
    expect((await server.get(`/api/links/slug/${link.slug}`)).status).toBe(404)
    expect((await server.get(`/api/comments/image/${comment.image._id}`)).body.data).toEqual([])
    expect((await server.post('/api/auth/register', { name: 'Back', email, password })).status).toBe(201)
  })

  test('invalidates only its own links in the caches', async () => {
    const own = await createOwnServer()
    const { aLink } = createBuilders(own)
    // The first account is the only administrator and can't be deleted.
    const [kept, gone] = [await aLink(), await aLink()]
    const readAt = own.clock.monotonicMs()
    const { invalidation } = own.services
    const body = { password: gone.owner.password }
    expect((await own.del('/api/auth/deleteaccount', body, { token: gone.owner.token })).status).toBe(200)
    expect(invalidation.isUnchanged(gone._id, readAt)).toBe(false)
    expect(invalidation.isUnchanged(kept._id, readAt)).toBe(true)
  })
})

test('logs contain no passwords or tokens, not even those in URLs', async () => {
  const own = await createOwnServer()
  const { token, password, email } = await createBuilders(own).aUser()
  await own.get(`/api/links?search=${token}&token=${token}`, { token })
  await own.put(`/api/auth/resetpassword/${token}`, { password })
  await own.post('/api/auth/login', { email, password: `${password}x` })
  await own.get(`/reset-password/${token}`)
  const log = own.logLines.join('\n')
  expect(own.logLines.length).toBeGreaterThan(3)
  expect(log).not.toContain(token)
  expect(log).not.toContain(password)
})

describe('password guessing', () => {
  test('is limited to ten attempts per account and network across nodes, even when concurrent', async () => {
    const shared: Partial<Config> = { appSecrets: ['a-secret-of-both-nodes'] }
    const own = await createOwnServer(shared)
    const other = await createTestServer(shared, own)
    onTestFinished(() => other.close())
    const { email, password } = await createBuilders(own).aUser()
    const from = '192.0.2.80'
    const tries = Array.from({ length: 40 }, (_, n) =>
      (n % 2 ? own : other).post('/api/auth/login', { email, password: `guess-${n}` }, { from }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
    for (const node of [own, other]) {
      expect((await node.post('/api/auth/login', { email, password }, { from })).status).toBe(429)
    }
  })

  test('is limited to 50 attempts per network in 15 minutes, across all accounts', async () => {
    const own = await createOwnServer()
    const builders = createBuilders(own)
    const owner = await builders.aUser()
    const logInAs = (email: string, password: string, from: string) =>
      own.post('/api/auth/login', { email, password }, { from })
    const from = '192.0.2.66'
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => logInAs(`somebody-${n}@example.com`, 'sunny-days', from)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)

    const refused = await logInAs(owner.email, owner.password, from)
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await logInAs(owner.email, owner.password, '192.0.2.67')).status).toBe(200)
    own.clock.advance(15 * 60_000)
    expect((await logInAs(owner.email, owner.password, from)).status).toBe(200)
  })

  test('is limited to 30 attempts across an IPv6 /48', async () => {
    const { email, password } = await build.aUser()
    const statuses: number[] = []
    for (let n = 0; n < 40; n++) {
      const from = `2001:db8:5:${(n * 256).toString(16)}::1`
      statuses.push((await logIn(email, 'not the password', {}, from)).status)
    }
    expect(statuses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)])
    expect((await logIn(email, password, {}, '2001:db8:6::1')).status).toBe(200)
  })

  test('delays logins after 100 wrong passwords in an hour, but the right one works', async () => {
    const { email, password } = await build.aUser()
    for (let network = 0; network < 10; network++) {
      await Promise.all(Array.from({ length: 10 }, () => logIn(email, 'not the password', {}, `192.0.3.${network}`)))
    }
    const startedAt = performance.now()
    expect((await logIn(email, password, {}, '192.0.3.200')).status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThan(490)
  })

  test("limits don't apply to concurrent logins with the right password", async () => {
    const { email, password } = await build.aUser()
    const from = '192.0.2.70'
    const answers = await Promise.all(Array.from({ length: 60 }, () => logIn(email, password, {}, from)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

test("a browser's time zone is stored on registration and login, unless the server doesn't know it", async () => {
  const person = { name: 'Ida', email: 'ida.zone@example.com', password: 'compiler' }
  const zoneOf = async (token: string) => (await server.get('/api/auth/notifications', { token })).body.data.timeZone
  const registered = await server.post('/api/auth/register', { ...person, timeZone: 'Europe/Berlin' })
  expect(await zoneOf(registered.body.token)).toBe('Europe/Berlin')
  for (const [timeZone, expected] of [
    ['Asia/Tokyo', 'Asia/Tokyo'],
    ['Mars/Olympus', 'Asia/Tokyo'],
    [undefined, 'Asia/Tokyo'],
  ]) {
    const { body } = await logIn(person.email, person.password, { timeZone })
    expect(await zoneOf(body.token)).toBe(expected)
  }
})

test('common passwords are rejected when set, but not on login', async () => {
  const fields = { password: expect.stringMatching(/^This password is too common/) }
  const ann = { name: 'Ann', email: 'ann.common@example.com', password: '123456' }
  expect((await server.post('/api/auth/register', ann)).body).toMatchObject({ code: 'VALIDATION_FAILED', fields })

  const { token, password: currentPassword } = await build.aUser()
  const change = await server.put('/api/auth/updatepassword', { currentPassword, newPassword: 'Letmein' }, { token })
  expect(change.body).toMatchObject({ code: 'VALIDATION_FAILED', fields: { newPassword: fields.password } })
  expect((await server.put('/api/auth/resetpassword/whatever', { password: 'qwerty' })).body).toMatchObject({ fields })
  expect((await server.post('/api/auth/login', ann)).status).toBe(401)
})
