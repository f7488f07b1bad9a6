import { describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ reauthenticateMinutes: 10 })

const readSignIn = async (token: string) => (await server.get('/api/auth/sign-in', { token })).body.data

test('a new account only has a password, and its session is recent', async () => {
  const { token } = await build.aUser()
  expect(await readSignIn(token)).toEqual({
    hasPassword: true,
    passkeys: [],
    secondFactor: { isOn: false, recoveryCodesLeft: 0 },
    identities: [],
    pendingEmail: null,
    isRecent: true,
  })
})

describe("confirming it's you", () => {
  const confirm = (token: string, body: object, from = build.anAddress()) =>
    server.post('/api/auth/reauthenticate', body, { token, from })

  test('a session is recent until some minutes after the login, and again after confirming', async () => {
    const { token, password } = await build.aUser()
    server.clock.advance(minutes(9.9))
    expect((await readSignIn(token)).isRecent).toBe(true)
    server.clock.advance(minutes(0.2))
    expect((await readSignIn(token)).isRecent).toBe(false)

    const { status, body } = await confirm(token, { password })
    expect([status, body.data]).toEqual([200, { confirmedUntil: expect.stringMatching(/Z$/) }])
    expect(Date.parse(body.data.confirmedUntil) - server.clock.now().getTime()).toBeLessThanOrEqual(minutes(10))
    expect((await readSignIn(token)).isRecent).toBe(true)
  })

  test('only confirms this session', async () => {
    const { token, id, password } = await build.aUser()
    const other = await build.aSession({ id })
    server.clock.advance(minutes(11))
    await confirm(token, { password })
    expect((await readSignIn(other)).isRecent).toBe(false)
  })

  test('two tabs can do so at the same time', async () => {
    const { token, password } = await build.aUser()
    server.clock.advance(minutes(11))
    const answers = await Promise.all([confirm(token, { password }), confirm(token, { password })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await readSignIn(token)).isRecent).toBe(true)
  })

  test('a wrong or missing password is an error in that field', async () => {
    const { token } = await build.aUser()
    server.clock.advance(minutes(11))
    const wrong = await confirm(token, { password: 'not-mine' })
    expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'Password is incorrect' }])
    const missing = await confirm(token, {})
    expect([missing.status, missing.body.fields]).toEqual([400, { password: 'Password is required' }])
    expect((await readSignIn(token)).isRecent).toBe(false)
  })

  test('wrong passwords count as failed logins', async () => {
    const { token, email, password } = await build.aUser()
    const from = build.anAddress()
    for (let n = 0; n < 10; n++) expect((await confirm(token, { password: 'not-mine' }, from)).status).toBe(400)
    expect((await confirm(token, { password }, from)).status).toBe(429)
    expect((await server.post('/api/auth/login', { email, password }, { from })).status).toBe(429)
  })

  test('a session of an older version counts as confirmed when it was created', async () => {
    const { id } = await build.aUser()
    const token = await build.aSession({ id })
    // The builder uses the system's time, as if the session had been created before this file's tests.
    expect((await readSignIn(token)).isRecent).toBe(false)
  })
})
