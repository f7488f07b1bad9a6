import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { auditEntry } from '#server/features/accounts/audit.service.ts'
import { minutes } from '#server/platform/clock.ts'
import { createBuilders } from '#test/support/builders.ts'
import { createOidcBrowser, oidcConfig, startTestOidcProvider } from '#test/support/oidc-provider.ts'
import { allEmailsTo } from '#test/support/outbox.ts'
import { type Answer, createOwnServer, createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const provider = await startTestOidcProvider()
afterAll(() => provider.close())
const oidc = oidcConfig(provider)
const { server, build } = useServer({ oidc })
// The first account is never created by the provider.
beforeAll(() => build.aUser())

let counter = 0
const aPerson = (given: object = {}) => {
  const n = ++counter
  return {
    sub: `subject-${n}`,
    email: `Someone-${n}@Fjord.example`,
    email_verified: true,
    name: `Someone ${n}`,
    ...given,
  }
}
const aBrowser = () => createOidcBrowser(server, provider)
const me = async (token: string) => (await server.get('/api/auth/me', { token })).body.data
const signInOf = async (token: string) => (await server.get('/api/auth/sign-in', { token })).body.data
const outcomeOf = (page: URL) => `${page.pathname} ${page.searchParams.get('oidcError') ?? 'code'}`

describe('starting', () => {
  test('returns the URL of the provider, with PKCE, and a cookie for the way back', async () => {
    const { status, body, headers } = await aBrowser().start()
    expect(status).toBe(200)
    const url = new URL(body.data.url)
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/authorize`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'framelight',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: 'http://photos.test/api/auth/oidc/callback',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(headers['set-cookie']).toMatch(
      /^framelight_oidc=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Lax$/,
    )
  })

  test('needs no body', async () => {
    expect((await server.post('/api/auth/oidc/start')).status).toBe(200)
  })

  test('is a 404 without a provider', async () => {
    const plain = await createOwnServer()
    expect((await plain.post('/api/auth/oidc/start', {})).status).toBe(404)
    expect((await plain.get('/api/auth/oidc/callback?code=a&state=b')).status).toBe(404)
    expect((await plain.post('/api/auth/oidc/token', { code: 'a' })).status).toBe(404)
    expect((await plain.get('/api/config')).body.data).not.toHaveProperty('oidc')
  })

  test("is a 503 while the provider doesn't answer, and password login keeps working", async () => {
    const away = await startTestOidcProvider()
    await away.close()
    const own = await createOwnServer({ oidc: oidcConfig(away) })
    const { email, password } = await createBuilders(own).aUser()
    const { status, body } = await own.post('/api/auth/oidc/start', {})
    expect([status, body.code]).toEqual([503, 'UNAVAILABLE'])
    expect((await own.post('/api/auth/login', { email, password })).status).toBe(200)
  })

  test('the configuration names the provider', async () => {
    expect((await server.get('/api/config')).body.data).toMatchObject({ oidc: { name: 'Fjord Collective' } })
  })
})

describe('logging in', () => {
  test('creates an account the first time, and finds it again by subject, whatever the address', async () => {
    const person = aPerson()
    const first = await aBrowser().logIn(person)
    expect([first.status, first.body.user]).toMatchObject([
      200,
      { email: person.email.toLowerCase(), name: person.name, isAdmin: false, isConfirmed: true },
    ])
    expect(await me(first.body.token)).toEqual(first.body.user)
    const again = await aBrowser().logIn({ ...person, email: 'moved@fjord.example', email_verified: false })
    expect(again.body.user).toEqual(first.body.user)
    expect(await signInOf(again.body.token)).toMatchObject({
      hasPassword: false,
      isRecent: true,
      identities: [{ name: 'Fjord Collective', email: 'moved@fjord.example' }],
    })
    const [email] = await allEmailsTo(server, new RegExp(first.body.user.email))
    expect(email).toContain('Your account was connected to single sign-on')
  })

  test('asks userinfo for the address if the ID token has none', async () => {
    const { sub, ...userInfoOnly } = aPerson()
    const { body } = await aBrowser().logIn({ sub, email_verified: true, userInfoOnly })
    expect(body.user.email).toBe(userInfoOnly.email.toLowerCase())
    const lax = aPerson({ email_verified: undefined })
    const unverified = await aBrowser().visit({ sub: lax.sub, email_verified: true, userInfoOnly: lax })
    expect(outcomeOf(unverified)).toBe('/login unverified')
  })

  test('rememberMe makes the session last 30 days', async () => {
    const browser = aBrowser()
    const { body } = await browser.use(await browser.visit(aPerson(), { rememberMe: true }))
    const [session] = (await server.get('/api/auth/sessions', { token: body.token })).body.data
    const lifetimeMs = new Date(session.expiresAt).getTime() - new Date(session.createdAt).getTime()
    expect(Math.round(lifetimeMs / minutes(1))).toBe(30 * 24 * 60)
  })

  test('100 people log in, each step on another node, into accounts of their own', async () => {
    const node = await createTestServer({ oidc }, server)
    onTestFinished(() => node.close())
    const people = Array.from({ length: 100 }, () => aPerson())
    const logIn = async (person: object) => {
      const { body, headers } = await node.post('/api/auth/oidc/start', {}, { from: build.anAddress() })
      const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
      const back = await server.get(provider.authorize(body.data.url, { ...person }), { headers: { cookie } })
      const code = new URL(String(back.headers.location), 'http://photos.test').searchParams.get('oidc')
      return node.post('/api/auth/oidc/token', { code }, { headers: { cookie }, from: build.anAddress() })
    }
    const answers: Answer[] = []
    for (let n = 0; n < people.length; n += 10) {
      answers.push(...(await Promise.all(people.slice(n, n + 10).map(logIn))))
    }
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
    expect(answers.map(({ body }) => body.user.email)).toEqual(people.map(({ email }) => email.toLowerCase()))
  })

  test('a person who logs in twice at the same time gets one account', async () => {
    const person = aPerson()
    const pages = await Promise.all(
      [aBrowser(), aBrowser(), aBrowser()].map(async (browser) => ({ browser, page: await browser.visit(person) })),
    )
    const answers = await Promise.all(pages.map(({ browser, page }) => browser.use(page)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
  })

  test('a code works once, for a minute, and only in the browser that started', async () => {
    const person = aPerson()
    const browser = aBrowser()
    const page = await browser.visit(person)
    const code = page.searchParams.get('oidc')
    const other = aBrowser()
    await other.start()
    expect((await other.use(page)).status).toBe(401)
    expect((await server.post('/api/auth/oidc/token', { code })).status).toBe(401)
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.use(page)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    const late = await browser.visit(person)
    server.clock.advance(minutes(1))
    expect((await browser.use(late)).status).toBe(401)
  })

  test('an account that was disabled stays closed', async () => {
    const person = aPerson()
    const { body } = await aBrowser().logIn(person)
    await server.services.users.change('command line', body.user.id, { isDisabled: true })
    const { status, body: refusal } = await aBrowser().logIn(person)
    expect([status, refusal.code]).toEqual([403, 'ACCOUNT_DISABLED'])
  })

  test('after deleting their account, the person gets a new one', async () => {
    const person = aPerson()
    const { body } = await aBrowser().logIn(person)
    await server.services.accounts.close(body.user.id)
    const again = await aBrowser().logIn(person)
    expect(again.status).toBe(200)
    expect(again.body.user.id).not.toBe(body.user.id)
  })

  test.each([
    ['closed', 'OIDC_REGISTRATION is false', { oidc: { ...oidc, isRegistrationOpen: false } }],
    ['closed', 'registration is closed', { registration: 'closed' as const }],
    ['code', 'registration is by invitation', { registration: 'invited' as const }],
  ])('strangers get "%s" if %s, and never the first account', async (expected, _when, overrides) => {
    const own = await createOwnServer({ oidc, ...overrides })
    const browser = createOidcBrowser(own, provider)
    expect(outcomeOf(await browser.visit(aPerson()))).toBe('/login closed')
    const audit = auditEntry(own.clock, { actor: 'command line', action: 'create', subject: '' })
    await own.services.registrations.create({ name: 'Ada', email: 'ada@example.com' }, audit)
    expect(outcomeOf(await browser.visit(aPerson()))).toBe(`/login ${expected}`)
  })

  test.each([{ email_verified: false }, { email_verified: 'true' }, { email: undefined }, { email: 'nonsense' }])(
    'an address that is not verified opens nothing: %o',
    async (claims) => {
      const { email } = await build.aUser()
      const page = await aBrowser().visit(aPerson({ email, ...claims }))
      expect(outcomeOf(page)).toBe('/login unverified')
    },
  )
})

describe('an account with the same address', () => {
  test('is connected with its password, within ten minutes', async () => {
    const { email, password, id } = await build.aUser()
    const person = aPerson({ email })
    const browser = aBrowser()
    const page = await browser.visit(person)
    const refused = await browser.use(page)
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([403, 'ACCOUNT_EXISTS', { email }])
    server.clock.advance(minutes(9))
    const wrong = await browser.use(page, { password: 'not-mine' })
    expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'Password is incorrect' }])
    const connected = await browser.use(page, { password })
    expect([connected.status, connected.body.user.id]).toEqual([200, id])
    expect((await browser.use(page, { password })).status).toBe(401)
    expect((await aBrowser().logIn(person)).body.user.id).toBe(id)
  })

  test('is not connected after ten minutes, however often someone asks', async () => {
    const { email, password } = await build.aUser()
    const browser = aBrowser()
    const page = await browser.visit(aPerson({ email }))
    expect((await browser.use(page)).status).toBe(403)
    server.clock.advance(minutes(6))
    expect((await browser.use(page)).status).toBe(403)
    server.clock.advance(minutes(5))
    expect((await browser.use(page, { password })).status).toBe(401)
  })

  test('is connected to one person only', async () => {
    const { email, password } = await build.aUser()
    expect((await aBrowser().logIn(aPerson({ email }), { password })).status).toBe(200)
    const second = aBrowser()
    const page = await second.visit(aPerson({ email }))
    expect((await second.use(page)).body.code).toBe('ACCOUNT_EXISTS')
    const { status, body } = await second.use(page, { password })
    expect([status, body.code]).toEqual([409, 'IDENTITY_TAKEN'])
  })

  test('also takes its code, if it has an authenticator app', async () => {
    const { email, password, token } = await build.aUser()
    const { body } = await server.post('/api/auth/second-factor', undefined, { token })
    const codeIn = (ms: number) =>
      TOTP.generate({ secret: Secret.fromBase32(body.data.secret), timestamp: server.clock.now().getTime() + ms })
    await server.post('/api/auth/second-factor/confirm', { code: codeIn(0) }, { token })
    const person = aPerson({ email })
    const browser = aBrowser()
    const page = await browser.visit(person)
    expect((await browser.use(page, { password })).body.code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await browser.use(page, { password, secondFactorCode: '000000' })).body.code).toBe('WRONG_CODE')
    expect((await browser.use(page, { password, secondFactorCode: codeIn(30_000) })).status).toBe(200)
    expect((await aBrowser().logIn(person)).status).toBe(200)
  })

  test('counts wrong passwords as failed logins', async () => {
    const { email, password } = await build.aUser()
    const browser = aBrowser()
    const page = await browser.visit(aPerson({ email }))
    const code = page.searchParams.get('oidc')
    const tryWith = (given: string) =>
      server.post('/api/auth/oidc/token', { code, password: given }, { headers: browser.headers(), from: '10.7.7.7' })
    for (let n = 0; n < 10; n++) expect((await tryWith('not-mine')).status).toBe(400)
    expect((await tryWith(password)).status).toBe(429)
  })
})

describe('a session', () => {
  test('can connect its account, and disconnect it again', async () => {
    const { token, email } = await build.aUser()
    const person = aPerson()
    const browser = aBrowser()
    const page = await browser.visit(person, { purpose: 'connect' }, token)
    expect(outcomeOf(page)).toBe('/account/security code')
    const { status, body } = await browser.use(page, {}, token)
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        data: {
          identity: {
            _id: expect.any(String),
            name: 'Fjord Collective',
            email: person.email.toLowerCase(),
            createdAt: expect.any(String),
          },
        },
      },
    ])
    const { identity } = body.data
    expect((await signInOf(token)).identities).toEqual([identity])
    expect((await aBrowser().logIn(person)).body.user.email).toBe(email)
    const { token: stranger } = await build.aUser()
    expect((await server.del(`/api/auth/identities/${identity._id}`, undefined, { token: stranger })).status).toBe(404)
    expect((await server.del(`/api/auth/identities/${identity._id}`, undefined, { token })).status).toBe(200)
    expect((await signInOf(token)).identities).toEqual([])
    const subjects = (await allEmailsTo(server, new RegExp(email))).map((text) => /^Subject: (.*)$/m.exec(text)?.[1])
    expect(subjects).toEqual([
      'Your account was connected to single sign-on',
      'Your account was disconnected from single sign-on',
    ])
  })

  test('connecting again is fine, but an account and a person belong together', async () => {
    const { token } = await build.aUser()
    const connect = async (person: object, as: string) => {
      const browser = aBrowser()
      return browser.use(await browser.visit({ ...person }, { purpose: 'connect' }, as), {}, as)
    }
    const person = aPerson()
    const first = await connect(person, token)
    const again = await connect({ ...person, email: 'new@fjord.example' }, token)
    expect(again.body.data.identity).toEqual({ ...first.body.data.identity, email: 'new@fjord.example' })
    const other = await build.aUser()
    expect((await connect(person, other.token)).body.code).toBe('IDENTITY_TAKEN')
    const { status, body } = await connect(aPerson(), token)
    expect([status, body.code]).toEqual([409, 'IDENTITY_TAKEN'])
  })

  test('has to be recent to connect or disconnect, and is needed until the end', async () => {
    const { token } = await build.aUser()
    const browser = aBrowser()
    const page = await browser.visit(aPerson(), { purpose: 'connect' }, token)
    const { token: other } = await build.aUser()
    expect((await browser.use(page)).status).toBe(401)
    expect((await browser.use(page, {}, other)).status).toBe(401)
    const { body } = await browser.use(page, {}, token)
    server.clock.advance(minutes(11))
    const answers = [
      await browser.start({ purpose: 'connect' }, token),
      await server.del(`/api/auth/identities/${body.data.identity._id}`, undefined, { token }),
    ]
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual([
      [403, 'REAUTHENTICATION_REQUIRED'],
      [403, 'REAUTHENTICATION_REQUIRED'],
    ])
    expect((await browser.start({ purpose: 'connect' })).status).toBe(401)
  })

  test('is confirmed by the person it belongs to', async () => {
    const person = aPerson()
    const { body } = await aBrowser().logIn(person)
    const { token } = body
    server.clock.advance(minutes(11))
    expect((await signInOf(token)).isRecent).toBe(false)
    const confirmAs = async (claims: object) => {
      const browser = aBrowser()
      const page = await browser.visit({ ...claims }, { purpose: 'reauthenticate' }, token)
      return { page, answer: page.searchParams.has('oidc') ? await browser.use(page, {}, token) : undefined }
    }
    const stranger = aPerson()
    expect((await confirmAs(stranger)).answer?.status).toBe(403)
    await aBrowser().logIn(stranger)
    expect((await confirmAs(stranger)).answer?.body.code).toBe('IDENTITY_TAKEN')
    const old = Math.floor(Date.now() / 1000) - 3600
    expect(outcomeOf((await confirmAs({ ...person, auth_time: old })).page)).toBe('/account/security failed')
    expect((await signInOf(token)).isRecent).toBe(false)
    const { answer } = await confirmAs({ ...person, auth_time: Math.floor(Date.now() / 1000) })
    expect(answer?.body).toEqual({ success: true, data: { confirmedUntil: expect.any(String) } })
    expect((await signInOf(token)).isRecent).toBe(true)
  })

  test("can't remove the last way in", async () => {
    const { body } = await aBrowser().logIn(aPerson())
    const { token } = body
    const [identity] = (await signInOf(token)).identities
    const remove = () => server.del(`/api/auth/identities/${identity._id}`, undefined, { token })
    const refused = await remove()
    expect([refused.status, refused.body.code]).toEqual([409, 'LAST_WAY_IN'])
    expect((await signInOf(token)).identities).toEqual([identity])
    await server.db.updateTable('users').set({ password_hash: 'some hash' }).where('id', '=', body.user.id).execute()
    expect((await remove()).status).toBe(200)
  })
})

describe('the group of administrators', () => {
  test('makes its members administrators, until they log in without it', async () => {
    const person = aPerson()
    const isAdmin = async (claims: object) => (await aBrowser().logIn({ ...person, ...claims })).body.user.isAdmin
    expect(await isAdmin({})).toBe(false)
    expect(await isAdmin({ groups: ['staff', 'admins'] })).toBe(true)
    expect(await isAdmin({ groups: 'admins' })).toBe(true)
    expect(await isAdmin({ groups: ['staff'] })).toBe(false)
    const log = await server.db
      .selectFrom('audit_log')
      .select(['actor', 'action'])
      .where('subject', '=', person.email.toLowerCase())
      .execute()
    expect(log).toEqual([
      { actor: 'single sign-on', action: 'grant administration' },
      { actor: 'single sign-on', action: 'revoke administration' },
    ])
  })

  test('leaves administrators alone who were made another way', async () => {
    const person = aPerson({ groups: ['admins'] })
    const { body } = await aBrowser().logIn(person)
    await server.services.users.setAdmin('command line', body.user.id, true)
    expect((await aBrowser().logIn({ ...person, groups: [] })).body.user.isAdmin).toBe(true)
    await server.services.users.setAdmin('command line', body.user.id, false)
    expect((await aBrowser().logIn({ ...person, groups: [] })).body.user.isAdmin).toBe(false)
  })

  test('is left by disconnecting', async () => {
    const person = aPerson({ groups: ['admins'] })
    const { body } = await aBrowser().logIn(person)
    await server.db.updateTable('users').set({ password_hash: 'some hash' }).where('id', '=', body.user.id).execute()
    const [identity] = (await signInOf(body.token)).identities
    await server.del(`/api/auth/identities/${identity._id}`, undefined, { token: body.token })
    expect((await me(body.token)).isAdmin).toBe(false)
  })
})

describe('password login', () => {
  const passwordCalls = (own: Awaited<ReturnType<typeof createOwnServer>>, email: string, password: string) =>
    Promise.all([
      own.post('/api/auth/login', { email, password }),
      own.post('/api/auth/register', { name: 'Ada', email: 'new@example.com', password }),
      own.post('/api/auth/forgotpassword', { email }),
      own.get('/api/auth/resetpassword/some-token'),
      own.put('/api/auth/resetpassword/some-token', { password }),
    ])

  test('can be off, except for connecting an account', async () => {
    const own = await createOwnServer({ oidc })
    const first = await createBuilders(own).aUser()
    const off = await createTestServer({ oidc, passwordLogin: 'off' }, own)
    onTestFinished(() => off.close())
    const answers = await passwordCalls(off, first.email, first.password)
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [403, 'PASSWORD_LOGIN_OFF']),
    )
    expect((await off.get('/api/config')).body.data.passwordLogin).toBe('off')
    expect((await own.get('/api/config')).body.data).not.toHaveProperty('passwordLogin')
    const browser = createOidcBrowser(off, provider)
    const connected = await browser.logIn(aPerson({ email: first.email }), { password: first.password })
    expect(connected.status).toBe(200)
    const [identity] = (await off.get('/api/auth/sign-in', { token: connected.body.token })).body.data.identities
    const removed = await off.del(`/api/auth/identities/${identity._id}`, undefined, { token: connected.body.token })
    expect(removed.body.code).toBe('LAST_WAY_IN')
  })

  test('can be for administrators only', async () => {
    const own = await createOwnServer({ oidc, passwordLogin: 'admins' })
    const { aUser } = createBuilders(own)
    const [first, second] = [await aUser(), await aUser()]
    const logIn = ({ email }: { email: string }, password: string) => own.post('/api/auth/login', { email, password })
    expect((await logIn(first, first.password)).status).toBe(200)
    expect((await logIn(second, second.password)).body.code).toBe('PASSWORD_LOGIN_OFF')
    expect((await logIn(second, 'not-mine')).status).toBe(401)
    expect((await own.post('/api/auth/forgotpassword', { email: first.email })).status).toBe(200)
  })
})

test('unfinished logins are forgotten', async () => {
  await aBrowser().start()
  await aBrowser().visit(aPerson())
  server.clock.advance(minutes(10))
  await server.services.removeExpiredFlows()
  expect(await server.db.selectFrom('oidc_flows').select('state_hash').execute()).toEqual([])
})
