import { describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { createAuthenticator } from '#test/support/authenticator.ts'
import { subjectsTo } from '#test/support/outbox.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const publicUrl = 'https://photos.example'
const { server, build } = useServer({ publicUrl })

type Authenticator = ReturnType<typeof createAuthenticator>

const creationOptions = async (token: string) =>
  (await server.post('/api/auth/passkeys/options', undefined, { token })).body.data
const add = (token: string, response: object, name = 'Phone') =>
  server.post('/api/auth/passkeys', { name, response }, { token })
const loginOptions = async () => (await server.post('/api/auth/passkeys/login/options')).body.data
const logIn = (response: object, more: object = {}, from = build.anAddress()) =>
  server.post('/api/auth/passkeys/login', { response, ...more }, { from })

async function aPasskey(token: string, name?: string) {
  const authenticator = createAuthenticator(publicUrl)
  const { status, body } = await add(token, authenticator.register(await creationOptions(token)), name)
  expect(status).toBe(201)
  return { authenticator, passkey: body.data }
}

const answer = async (authenticator: Authenticator, flaws?: object) => authenticator.answer(await loginOptions(), flaws)

describe('adding a passkey', () => {
  test('asks for a discoverable passkey with user verification and no attestation', async () => {
    const { token, email } = await build.aUser()
    expect(await creationOptions(token)).toMatchObject({
      rp: { id: 'photos.example', name: 'Framelight' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  test('returns the passkey, lists it and sends an email', async () => {
    const { token, email } = await build.aUser()
    const { passkey } = await aPasskey(token, ' My  phone ')
    expect(passkey).toEqual({
      _id: expect.any(String),
      name: 'My phone',
      createdAt: expect.stringMatching(/Z$/),
      lastUsedOn: null,
      isSynced: false,
    })
    expect((await server.get('/api/auth/sign-in', { token })).body.data.passkeys).toEqual([passkey])
    expect(await subjectsTo(server, email)).toEqual(['A passkey was added to your account'])
  })

  test('a challenge works once, for one account and for five minutes', async () => {
    const [one, other] = [await build.aUser(), await build.aUser()]
    const options = await creationOptions(one.token)
    const [first, second] = [createAuthenticator(publicUrl), createAuthenticator(publicUrl)]
    expect((await add(other.token, first.register(options))).status).toBe(400)
    expect((await add(one.token, first.register(options))).status).toBe(201)
    expect((await add(one.token, second.register(options))).status).toBe(400)

    const old = second.register(await creationOptions(one.token))
    server.clock.advance(minutes(5.1))
    expect((await add(one.token, old)).status).toBe(400)
    expect((await add(one.token, second.register(await loginOptions()))).status).toBe(400)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no user verification', { isUserVerified: false }],
  ])('%s is refused', async (_, flaws) => {
    const { token } = await build.aUser()
    const { status, body } = await add(
      token,
      createAuthenticator(publicUrl).register(await creationOptions(token), flaws),
    )
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
  })

  test('a passkey that belongs to someone already is refused', async () => {
    const [one, other] = [await build.aUser(), await build.aUser()]
    const { authenticator } = await aPasskey(one.token)
    for (const { token } of [one, other]) {
      expect((await add(token, authenticator.register(await creationOptions(token)))).status).toBe(400)
    }
  })

  test('an account has at most 20, even if several are added in parallel', async () => {
    const { token, id } = await build.aUser()
    const rows = Array.from({ length: 19 }, (_, n) => ({
      ...{ id: `${id}-${n}`, user_id: id, name: 'Old', credential_id: `${id}-${n}`, public_key: '' },
      ...{ counter: 0, is_synced: 0, created_at: '2026-01-01T00:00:00.000Z', last_used_on: null },
    }))
    await server.db.insertInto('passkeys').values(rows).execute()
    const responses = await Promise.all(
      Array.from({ length: 4 }, async () => createAuthenticator(publicUrl).register(await creationOptions(token))),
    )
    const answers = await Promise.all(responses.map((response) => add(token, response)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
  })
})

describe('logging in with a passkey', () => {
  test('needs no email address, no password and no code', async () => {
    const user = await build.aUser()
    const { authenticator } = await aPasskey(user.token)
    const options = await loginOptions()
    expect(options).toMatchObject({ rpId: 'photos.example', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])

    const { status, body } = await logIn(authenticator.answer(options), { rememberMe: true })
    expect([status, body.user.email, Object.keys(body)]).toEqual([200, user.email, ['success', 'token', 'user']])
    const { passkeys, isRecent } = (await server.get('/api/auth/sign-in', { token: body.token })).body.data
    expect([passkeys[0].lastUsedOn, isRecent]).toEqual([server.clock.now().toISOString().slice(0, 10), true])
  })

  test('every failure is the same 401', async () => {
    const { token } = await build.aUser()
    const { authenticator, passkey } = await aPasskey(token)
    const used = await answer(authenticator)
    expect((await logIn(used)).status).toBe(200)
    const forNow = await answer(authenticator)
    server.clock.advance(minutes(5.1))
    const failures = [
      used,
      forNow,
      await answer(createAuthenticator(publicUrl)),
      await answer(authenticator, { origin: 'https://evil.example' }),
      await answer(authenticator, { isUserVerified: false }),
      authenticator.answer({ ...(await loginOptions()), rpId: 'evil.example' }),
      authenticator.answer(await creationOptions((await build.aUser()).token)),
      { ...(await answer(authenticator)), response: {} },
      { id: passkey._id },
      {},
    ]
    const answers = []
    for (const response of failures) answers.push(await logIn(response))
    const [first, ...others] = answers.map(({ status, body }) => [status, body])
    expect(first).toMatchObject([401, { code: 'UNAUTHENTICATED' }])
    for (const each of others) expect(each).toEqual(first)
    expect((await logIn(await answer(authenticator))).status).toBe(200)
  })

  test('one response opens one session, even if it is sent many times in parallel', async () => {
    const { token } = await build.aUser()
    const response = await answer((await aPasskey(token)).authenticator)
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(response)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a counter that goes back is refused, and the owner gets an email', async () => {
    const { token, email } = await build.aUser()
    const { authenticator } = await aPasskey(token)
    expect((await logIn(await answer(authenticator, { counter: 7 }))).status).toBe(200)
    for (const counter of [7, 6, 0]) expect((await logIn(await answer(authenticator, { counter }))).status).toBe(401)
    expect((await logIn(await answer(authenticator, { counter: 8 }))).status).toBe(200)
    expect(await subjectsTo(server, email)).toContain('We blocked a login with one of your passkeys')
  })

  test('a passkey without a counter keeps working', async () => {
    const { token } = await build.aUser()
    const authenticator = createAuthenticator(publicUrl)
    await add(token, authenticator.register(await creationOptions(token), { counter: 0 }))
    for (let n = 0; n < 2; n++) expect((await logIn(await answer(authenticator, { counter: 0 }))).status).toBe(200)
  })

  test('after 50 refused passkeys, a network gets 429, also if they are sent in parallel', async () => {
    const { token } = await build.aUser()
    const { authenticator } = await aPasskey(token)
    const [from, response] = [build.anAddress(), await answer(createAuthenticator(publicUrl))]
    const refused = await Promise.all(Array.from({ length: 60 }, () => logIn(response, {}, from)))
    const statuses = refused.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(50).fill(401), ...Array(10).fill(429)])

    const { status, headers } = await logIn(await answer(authenticator), {}, from)
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    const proof = { response: await answer(authenticator) }
    expect((await server.post('/api/auth/reauthenticate', proof, { token, from })).status).toBe(429)
    expect((await logIn(await answer(authenticator))).status).toBe(200)
    server.clock.advance(minutes(15))
    expect((await logIn(await answer(authenticator), {}, from)).status).toBe(200)
  })

  test("right passkeys don't count toward that limit", async () => {
    const { token } = await build.aUser()
    const { authenticator } = await aPasskey(token)
    const from = build.anAddress()
    const wrong = await answer(createAuthenticator(publicUrl))
    for (let n = 0; n < 49; n++) await logIn(wrong, {}, from)
    for (let n = 0; n < 3; n++) expect((await logIn(await answer(authenticator), {}, from)).status).toBe(200)
  })

  test('a disabled account gets 403 after the right passkey', async () => {
    const { token, id } = await build.aUser()
    const { authenticator } = await aPasskey(token)
    await server.db.updateTable('users').set({ disabled_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', id).execute()
    const { status, body } = await logIn(await answer(authenticator))
    expect([status, body.code]).toEqual([403, 'ACCOUNT_DISABLED'])
  })
})

describe('keeping passkeys', () => {
  test("can be renamed and removed, but not someone else's", async () => {
    const [owner, stranger] = [await build.aUser(), await build.aUser()]
    const { passkey, authenticator } = await aPasskey(owner.token)
    const url = `/api/auth/passkeys/${passkey._id}`
    const renamed = await server.put(url, { name: 'Laptop' }, { token: owner.token })
    expect([renamed.status, renamed.body.data.name]).toEqual([200, 'Laptop'])
    expect((await server.put(url, { name: 'Mine' }, { token: stranger.token })).status).toBe(404)
    expect((await server.del(url, undefined, { token: stranger.token })).status).toBe(404)
    expect((await server.del(url, undefined, { token: owner.token })).status).toBe(200)
    expect((await logIn(await answer(authenticator))).status).toBe(401)
  })

  test("the last way in can't be removed", async () => {
    const { token, id } = await build.aUser()
    const [one, other] = [await aPasskey(token), await aPasskey(token)]
    await server.db.updateTable('users').set({ password_hash: '' }).where('id', '=', id).execute()
    const answers = await Promise.all(
      [one, other].map(({ passkey }) => server.del(`/api/auth/passkeys/${passkey._id}`, undefined, { token })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('LAST_WAY_IN')
  })

  test('changes need a recent session, which a passkey can confirm', async () => {
    const { token } = await build.aUser()
    const { passkey, authenticator } = await aPasskey(token)
    const stranger = await aPasskey((await build.aUser()).token)
    server.clock.advance(minutes(11))
    const refused = [
      await server.post('/api/auth/passkeys/options', undefined, { token }),
      await add(token, {}),
      await server.put(`/api/auth/passkeys/${passkey._id}`, { name: 'New' }, { token }),
      await server.del(`/api/auth/passkeys/${passkey._id}`, undefined, { token }),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('REAUTHENTICATION_REQUIRED'))

    const confirm = async (with_: Authenticator) =>
      (await server.post('/api/auth/reauthenticate', { response: await answer(with_) }, { token })).status
    expect(await confirm(stranger.authenticator)).toBe(400)
    expect(await confirm(authenticator)).toBe(200)
    expect((await server.del(`/api/auth/passkeys/${passkey._id}`, undefined, { token })).status).toBe(200)
  })

  test('an account without a password is deleted with a recent session', async () => {
    const { token, id } = await build.aUser()
    await aPasskey(token)
    await server.db.updateTable('users').set({ password_hash: '' }).where('id', '=', id).execute()
    const remove = () => server.del('/api/auth/deleteaccount', {}, { token })
    server.clock.advance(minutes(11))
    expect((await remove()).body.code).toBe('REAUTHENTICATION_REQUIRED')
    await server.db
      .updateTable('sessions')
      .set({ confirmed_at: server.clock.now().toISOString() })
      .where('user_id', '=', id)
      .execute()
    expect((await remove()).status).toBe(200)
    expect(await server.db.selectFrom('passkeys').selectAll().where('user_id', '=', id).execute()).toEqual([])
  })
})

test.each([
  ['http://photos.example', 403],
  ['http://127.0.0.1:5000', 403],
  ['http://localhost:5000', 200],
])('with PUBLIC_URL %s, passkey calls return %s', async (url, expected) => {
  const own = await createOwnServer({ publicUrl: url })
  const { status, body } = await own.post('/api/auth/passkeys/login/options')
  expect([status, body.code]).toEqual([expected, expected === 403 ? 'PASSKEYS_UNAVAILABLE' : undefined])
})
