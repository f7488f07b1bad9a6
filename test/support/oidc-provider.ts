import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestServer } from './server.ts'

type Claims = Record<string, unknown>
type Grant = { nonce: string; challenge: string; redirectUri: string; claims: Claims }
type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject }

/** What a dishonest or broken provider does differently. */
export type Lies = {
  metadata?: (metadata: Claims) => Claims
  callback?: (query: URLSearchParams) => void
  header?: (header: Claims) => Claims
  claims?: (claims: Claims) => Claims
  signature?: (signed: string, key: SigningKey) => Buffer
  token?: (answer: Claims) => Claims
  userInfo?: (claims: Claims) => Claims
  /** Returns true to take over the response. */
  respond?: (path: string, response: ServerResponse) => boolean
  /** Called before the ID token is signed. */
  beforeToken?: () => void
  areCodesReusable?: boolean
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
export const signRs256 = (signed: string, { privateKey }: SigningKey) => sign('sha256', Buffer.from(signed), privateKey)

export function newSigningKey(): SigningKey {
  return { kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}

export const oidcClient = { clientId: 'framelight', clientSecret: 'a secret of our own: %/' }

/** Starts an OpenID Connect provider that's honest unless `lies` says otherwise. */
export async function startTestOidcProvider() {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Claims>()
  const requests: string[] = []
  let key = newSigningKey()
  let lies: Lies = {}

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/studio`

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
  })

  function issueIdToken({ nonce, claims }: Grant) {
    const { userInfoOnly: _, ...own } = claims
    const now = Math.floor(Date.now() / 1000)
    const all = { iss: issuer, aud: oidcClient.clientId, iat: now, exp: now + 300, nonce, ...own }
    const header = { alg: 'RS256', typ: 'JWT', kid: key.kid }
    const signed = `${encode(lies.header?.(header) ?? header)}.${encode(lies.claims?.(all) ?? all)}`
    return `${signed}.${(lies.signature ?? signRs256)(signed, key).toString('base64url')}`
  }

  function exchange(request: IncomingMessage, form: URLSearchParams): [number, Claims] {
    const basic = [oidcClient.clientId, oidcClient.clientSecret].map((part) =>
      new URLSearchParams({ part }).toString().slice(5),
    )
    const expected = `Basic ${Buffer.from(basic.join(':')).toString('base64')}`
    if (request.headers.authorization !== expected) return [401, { error: 'invalid_client' }]
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    if (!lies.areCodesReusable) codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri')
    if (!grant || !isRight) return [400, { error: 'invalid_grant' }]
    lies.beforeToken?.()
    const accessToken = randomUUID()
    tokens.set(accessToken, { sub: grant.claims.sub, ...(grant.claims.userInfoOnly as Claims) })
    const granted = { access_token: accessToken, token_type: 'Bearer', id_token: issueIdToken(grant) }
    return [200, lies.token?.(granted) ?? granted]
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = (request.url ?? '').replace('/studio/', '')
    requests.push(path)
    const body = await text(request)
    if (lies.respond?.(path, response)) return
    const [status, json] = route(path, request, body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  }

  function route(path: string, request: IncomingMessage, body: string): [number, Claims] {
    if (path === '.well-known/openid-configuration') return [200, lies.metadata?.(metadata()) ?? metadata()]
    if (path === 'keys') {
      const { kid, publicKey } = key
      return [200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] }]
    }
    if (path === 'token') return exchange(request, new URLSearchParams(body))
    const claims = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (path !== 'userinfo' || !claims) return [404, { error: 'not_found' }]
    return [200, lies.userInfo?.(claims) ?? claims]
  }

  return {
    issuer,
    requests,
    get key() {
      return key
    },
    rotateKey() {
      key = newSigningKey()
    },
    lie(next: Lies) {
      lies = next
    },
    /** Opens the URL as someone who's logged in there, and returns the path that the browser is sent back to. */
    authorize(url: string, claims: Claims) {
      const { searchParams: asked } = new URL(url)
      const code = randomUUID()
      codes.set(code, {
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
        claims,
      })
      const query = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer })
      lies.callback?.(query)
      return `/api/auth/oidc/callback?${query}`
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type TestOidcProvider = Awaited<ReturnType<typeof startTestOidcProvider>>

export const oidcConfig = ({ issuer }: { issuer: string }) => ({
  ...{ issuer, ...oidcClient, scopes: 'openid email profile', name: 'Fjord Collective' },
  ...{ isRegistrationOpen: true, adminGroup: 'admins', groupsClaim: 'groups' },
})

let people = 0

/** Returns the claims of someone new. */
export function aPerson(given: object = {}) {
  const n = ++people
  return {
    sub: `subject-${n}`,
    email: `Someone-${n}@Fjord.example`,
    email_verified: true,
    name: `Someone ${n}`,
    ...given,
  }
}

/** Returns the path of the page after a visit to the provider, with its error, or `code` if there's none. */
export const outcomeOf = (page: URL) => `${page.pathname} ${page.searchParams.get('oidcError') ?? 'code'}`

/** Acts as a browser that has one cookie, for a single visit to the provider. */
export function createOidcBrowser(server: TestServer, provider: Pick<TestOidcProvider, 'authorize'>) {
  let cookie = ''
  const headers = () => ({ cookie })
  let counter = 0
  const from = () => `10.200.${++counter >> 8}.${counter & 255}`

  return {
    headers,
    async start(body: object = {}, token?: string) {
      const answer = await server.post('/api/auth/oidc/start', body, { token, from: from() })
      cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
      return answer
    },
    /** Returns the page that the callback redirects to. */
    async comeBack(path: string) {
      const { status, headers: sent } = await server.get(path, { headers: headers() })
      if (status !== 303) throw new Error(`The callback returned ${status}`)
      return new URL(String(sent.location), 'http://photos.test')
    },
    async visit(claims: Record<string, unknown>, body: object = {}, token?: string) {
      const { body: started } = await this.start(body, token)
      return this.comeBack(provider.authorize(started.data.url, claims))
    },
    use: (page: URL, body: object = {}, token?: string) =>
      server.post(
        '/api/auth/oidc/token',
        { code: page.searchParams.get('oidc'), ...body },
        { token, headers: headers(), from: from() },
      ),
    async logIn(claims: Record<string, unknown>, body: object = {}) {
      return this.use(await this.visit(claims), body)
    },
  }
}
