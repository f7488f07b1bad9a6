// @engine sqlite
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createOidcBrowser,
  type Lies,
  newSigningKey,
  oidcConfig,
  signRs256,
  startTestOidcProvider,
} from '#test/support/oidc-provider.ts'
import { useServer } from '#test/support/use-server.ts'

const provider = await startTestOidcProvider()
afterAll(() => provider.close())
const { server, build } = useServer({ oidc: oidcConfig(provider) })
const person = { sub: 'mara', email: 'mara@fjord.example', email_verified: true, name: 'Mara Lind' }
const aBrowser = () => createOidcBrowser(server, provider)
const foreign = newSigningKey()
const now = () => Math.floor(Date.now() / 1000)
const claims = (changed: object): Lies => ({ claims: (honest) => ({ ...honest, ...changed }) })

// She has an account, so every answer that's believed would let her in.
beforeAll(async () => {
  await build.aUser()
  expect((await aBrowser().logIn(person)).status).toBe(200)
})

const outcomeOf = (page: URL) => page.searchParams.get('oidcError') ?? 'code'

/** Each of these changes one thing. Everything else is as an honest provider does it. */
const falseAnswers: Record<string, Lies> = {
  'another nonce': claims({ nonce: 'another' }),
  'no nonce': claims({ nonce: undefined }),
  'another state': { callback: (query) => query.set('state', 'x'.repeat(43)) },
  'no state': { callback: (query) => query.delete('state') },
  'two states': { callback: (query) => query.append('state', 'another') },
  'another issuer in the callback': { callback: (query) => query.set('iss', 'https://other.example') },
  'no issuer in the callback, though announced': { callback: (query) => query.delete('iss') },
  'another issuer in the ID token': claims({ iss: 'https://other.example' }),
  'another issuer in the configuration': { metadata: (honest) => ({ ...honest, issuer: 'https://other.example' }) },
  'another audience': claims({ aud: 'other-client' }),
  'several audiences without an authorized party': claims({ aud: ['framelight', 'other-client'] }),
  'alg none': { header: (header) => ({ ...header, alg: 'none' }), signature: () => Buffer.alloc(0) },
  'HS256 with the public key': {
    header: (header) => ({ ...header, alg: 'HS256' }),
    signature: (signed, { publicKey }) =>
      createHmac('sha256', publicKey.export({ format: 'pem', type: 'spki' }))
        .update(signed)
        .digest(),
  },
  'HS256 with the client secret': {
    header: (header) => ({ ...header, alg: 'HS256' }),
    signature: (signed) => createHmac('sha256', oidcConfig(provider).clientSecret).update(signed).digest(),
  },
  'a foreign key with the right ID': { signature: (signed) => signRs256(signed, foreign) },
  'a foreign key in the header': {
    header: (header) => ({ ...header, kid: foreign.kid, jwk: foreign.publicKey.export({ format: 'jwk' }) }),
    signature: (signed) => signRs256(signed, foreign),
  },
  'a changed payload': {
    signature: (_signed, key) => signRs256('something.else', key),
  },
  'expired 61 seconds ago': { claims: (honest) => ({ ...honest, exp: now() - 61 }) },
  'not valid yet': { claims: (honest) => ({ ...honest, nbf: now() + 120 }) },
  'no expiry': claims({ exp: undefined }),
  'no subject': claims({ sub: undefined }),
  'an empty subject': claims({ sub: '' }),
  'a subject that is no text': claims({ sub: 42 }),
  'no ID token': { token: ({ id_token: _, ...others }) => others },
  'a megabyte of claims': claims({ groups: Array.from({ length: 100_000 }, () => 'some group') }),
  'a redirect to another token endpoint': {
    respond: (path, response) =>
      path === 'token' && !!response.writeHead(307, { location: 'https://other.example/token' }).end(),
  },
  'userinfo of another person': {
    claims: ({ email: _, ...others }) => others,
    userInfo: () => ({ ...person, sub: 'someone-else' }),
  },
  'an error of its own': { callback: (query) => query.set('error', 'server_error') },
}

test.each(Object.entries(falseAnswers))('%s lets no one in', async (_name, lies) => {
  provider.lie(lies)
  const browser = aBrowser()
  const started = await browser.start()
  if (started.status !== 200) return expect(started.status).toBe(503)
  const path = provider.authorize(started.body.data.url, person)
  expect(outcomeOf(await browser.comeBack(path))).toBe('failed')
  // Nothing the provider sent is repeated, and the attempt is over even if the provider becomes honest.
  provider.lie({})
  expect(outcomeOf(await browser.comeBack(path))).toBe('failed')
})

test('clocks can differ by a minute', async () => {
  provider.lie({ claims: (honest) => ({ ...honest, exp: now() - 50, nbf: now() + 50 }) })
  expect((await aBrowser().logIn(person)).status).toBe(200)
})

test('a key that was rotated during the login works', async () => {
  provider.lie({ beforeToken: () => provider.rotateKey() })
  expect((await aBrowser().logIn(person)).status).toBe(200)
  expect((await aBrowser().logIn(person)).status).toBe(200)
})

test('a refusal by the person or the provider is said as such', async () => {
  provider.lie({ callback: (query) => [query.delete('code'), query.set('error', 'access_denied')] })
  const page = await aBrowser().visit(person)
  expect(`${page.pathname}${page.search}`).toBe('/login?oidcError=denied')
})

test('a callback that is replayed, or opened in another browser, fails', async () => {
  provider.lie({ areCodesReusable: true })
  const browser = aBrowser()
  const { body } = await browser.start()
  const path = provider.authorize(body.data.url, person)
  const other = aBrowser()
  await other.start()
  expect(outcomeOf(await other.comeBack(path))).toBe('failed')
  expect((await server.get(path)).headers.location).toBe('/login?oidcError=failed')
  const pages = await Promise.all([1, 2, 3, 4].map(() => browser.comeBack(path)))
  expect(pages.map(outcomeOf).sort()).toEqual(['code', 'failed', 'failed', 'failed'])
  const again = await browser.start()
  const reused = new URLSearchParams(path.split('?')[1])
  reused.set('state', new URL(again.body.data.url).searchParams.get('state') ?? '')
  expect(outcomeOf(await browser.comeBack(`/api/auth/oidc/callback?${reused}`))).toBe('failed')
})

test('a provider that hangs or never ends is given up after five seconds', async () => {
  const browser = aBrowser()
  const { body } = await browser.start()
  provider.lie({ respond: (path, response) => path === 'token' && response.writeHead(200).write('{') })
  const page = await browser.comeBack(provider.authorize(body.data.url, person))
  expect(outcomeOf(page)).toBe('failed')
})

test('no secret of a login is in the log or in the database', async () => {
  provider.lie(claims({ nonce: 'another' }))
  const browser = aBrowser()
  const { body } = await browser.start()
  const path = provider.authorize(body.data.url, person)
  await browser.comeBack(path)
  const asked = new URL(body.data.url).searchParams
  const secrets = [
    ...[asked.get('state'), asked.get('nonce'), new URLSearchParams(path.split('?')[1]).get('code')],
    ...[browser.headers().cookie.split('=')[1], oidcConfig(provider).clientSecret],
  ]
  const stored = JSON.stringify(await server.db.selectFrom('oidc_flows').selectAll().execute())
  const logged = server.logLines.join('')
  expect(logged).toContain('single sign-on failed')
  for (const secret of secrets) {
    expect(stored).not.toContain(String(secret))
    expect(logged).not.toContain(String(secret))
  }
})
