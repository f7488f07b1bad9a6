import { describe, expect, onTestFinished, test } from 'vitest'
import type { Config } from '#server/config.ts'
import { createBuilders } from '#test/support/builders.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer()

const isAlive = async (token: string, at = server) => (await at.get('/api/auth/me', { token })).status === 200
const logIn = (email: string, password: string, more: object = {}, from = build.anAddress()) =>
  server.post('/api/auth/login', { email, password, ...more }, { from })

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
