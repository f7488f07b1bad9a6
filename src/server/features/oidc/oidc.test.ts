import { describe, expect, onTestFinished, test } from 'vitest'
import { auditEntry } from '#server/features/accounts/audit.service.ts'
import { minutes } from '#server/platform/clock.ts'
import { createBuilders } from '#test/support/builders.ts'
import {
  aPerson,
  createOidcBrowser,
  oidcConfig,
  outcomeOf,
  startTestOidcProvider,
} from '#test/support/oidc-provider.ts'
import { allEmailsTo } from '#test/support/outbox.ts'
import { type Answer, createOwnServer, createTestServer } from '#test/support/server.ts'
import { useOidcServer } from '#test/support/use-oidc-server.ts'

const { provider, oidc, server, build, aBrowser, signInOf } = await useOidcServer()
const me = async (token: string) => (await server.get('/api/auth/me', { token })).body.data

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

test('unfinished logins are forgotten', async () => {
  await aBrowser().start()
  await aBrowser().visit(aPerson())
  server.clock.advance(minutes(10))
  await server.services.removeExpiredFlows()
  expect(await server.db.selectFrom('oidc_flows').select('state_hash').execute()).toEqual([])
})
