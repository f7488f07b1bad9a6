// @engine sqlite
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error: the package has no types
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createOidcBrowser, oidcClient, oidcConfig } from '#test/support/oidc-provider.ts'
import { useServer } from '#test/support/use-server.ts'

const http = createServer()
http.listen(0, '127.0.0.1')
await once(http, 'listening')
const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

// It warns about settings that only matter in production.
const warnings = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')].map((spy) => spy.mockImplementation(() => {}))
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: oidcClient.clientId,
      client_secret: oidcClient.clientSecret,
      redirect_uris: ['http://photos.test/api/auth/oidc/callback'],
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] },
  cookies: { keys: ['a key for tests'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_context: unknown, id: string) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@fjord.example`, email_verified: true, name: id }),
  }),
})
const handle = provider.callback()
let person = ''
http.on('request', async (request, response) => {
  if (!request.url?.startsWith('/interaction/')) return handle(request, response)
  const grant = new provider.Grant({ accountId: person, clientId: oidcClient.clientId })
  grant.addOIDCScope('openid email profile')
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(request, response, { login: { accountId: person }, consent })
})

const { server, build } = useServer({ oidc: oidcConfig({ issuer }) })
beforeAll(() => build.aUser())
afterAll(() => {
  for (const spy of warnings) spy.mockRestore()
  http.closeAllConnections()
  http.close()
})

/** Follows the provider's redirects, with its cookies, until it sends the browser back to us. */
async function follow(url: string) {
  const cookies = new Map<string, string>()
  let next = url
  while (next.startsWith(issuer)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`The provider returned ${response.status}: ${await response.text()}`)
    next = new URL(location, next).href
  }
  const { pathname, search } = new URL(next)
  return pathname + search
}

/** `OIDC_LOGINS` sets the number of logins. Everyone logs in twice. */
const people = Array.from({ length: Number(process.env.OIDC_LOGINS ?? 4) / 2 }, (_, n) => `person-${n + 1}`)

test('people log in through a certified provider, and come back', async () => {
  for (person of [...people, ...people]) {
    const browser = createOidcBrowser(server, { authorize: () => '' })
    const { body } = await browser.start()
    const answer = await browser.use(await browser.comeBack(await follow(body.data.url)))
    expect([answer.status, answer.body.user?.email]).toEqual([200, `${person}@fjord.example`])
  }
})
