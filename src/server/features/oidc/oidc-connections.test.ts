import { Secret, TOTP } from 'otpauth'
import { describe, expect, onTestFinished, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { createBuilders } from '#test/support/builders.ts'
import { aPerson, createOidcBrowser, outcomeOf } from '#test/support/oidc-provider.ts'
import { allEmailsTo, inEmailTo } from '#test/support/outbox.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { useOidcServer } from '#test/support/use-oidc-server.ts'

const { provider, oidc, server, build, aBrowser, signInOf } = await useOidcServer()

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
    // Emails are sent in parallel, so their order can differ.
    expect(subjects.sort()).toEqual([
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

  test('is set up by email if the provider is gone', async () => {
    const { body } = await aBrowser().logIn(aPerson())
    const { email } = body.user
    const without = await createTestServer({}, server)
    onTestFinished(() => without.close())
    await without.post('/api/auth/forgotpassword', { email })
    // Either node may send it.
    const token = await Promise.any(
      [server, without].map((node) => inEmailTo(node, email, /reset-password\/([\w-]{43})/)),
    )
    const password = 'four words of ours'
    expect((await without.put(`/api/auth/resetpassword/${token}`, { password })).status).toBe(200)
    expect((await without.post('/api/auth/login', { email, password })).status).toBe(200)
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
