import type { ClientAuth, CustomFetch } from 'openid-client'

type OidcProvider = {
  issuer: string
  clientId: string
  /** Public clients have none. */
  clientSecret: string | undefined
  scopes: string
}

export type OidcConfig = OidcProvider & {
  name: string
  isRegistrationOpen: boolean
  adminGroup: string | undefined
  groupsClaim: string
}

/** A single attempt to log in. The provider and the browser return `state`, and the ID token contains `nonce`. */
type Attempt = { state: string; nonce: string; codeVerifier: string }

type Claims = Record<string, unknown>
type ProvenClaims = { issuer: string; subject: string; claims: Claims }

export class OidcUnavailable extends Error {}

/** The provider reported that the person, or the provider itself, declined. */
export class OidcDenied extends Error {}

const timeoutSeconds = 5
const clockToleranceSeconds = 60
const maxResponseBytes = 256 * 1024
/** The specification's limit. Control characters can't be stored. */
const subjectPattern = /^\P{Cc}{1,255}$/u

/** Issuers are compared and stored in this form, which doesn't depend on a slash after the host. */
export const normalizeIssuer = (issuer: string) => new URL(issuer).href

/** Follows no redirects and reads a limited number of bytes. The signal limits the time, including that of the body. */
const boundedFetch: CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, redirect: 'manual', ...(body !== undefined && { body }) })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxResponseBytes) throw new Error(`the response is larger than ${maxResponseBytes} bytes`)
    chunks.push(chunk)
  }
  const { status, headers } = response
  return new Response(size > 0 ? Buffer.concat(chunks) : null, { status, headers })
}

/** Doesn't load the library or call the provider until someone logs in, so the server starts without either. */
export function createOidcClient(provider: OidcProvider, { redirectUri }: { redirectUri: string }) {
  const { issuer, clientId, clientSecret, scopes } = provider
  const isInsecure = issuer.startsWith('http:')

  /**
   * Runs for each attempt, twice, so that changed endpoints and rotated keys always work and people see our message
   * instead of a provider that's down.
   */
  async function discover() {
    const client = await import('openid-client')
    const authenticate: ClientAuth = (server, ...rest) => {
      const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
      if (!clientSecret) return client.None()(server, ...rest)
      const isBasic = methods.includes('client_secret_basic')
      return (isBasic ? client.ClientSecretBasic : client.ClientSecretPost)(clientSecret)(server, ...rest)
    }
    const metadata = { [client.clockTolerance]: clockToleranceSeconds }
    const config = await client
      .discovery(new URL(issuer), clientId, metadata, authenticate, {
        timeout: timeoutSeconds,
        [client.customFetch]: boundedFetch,
        // Without these checks, the library trusts the connection and ignores the ID token's signature.
        execute: [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        throw new OidcUnavailable(`can't load the provider's configuration: ${reasonOf(error)}`)
      })
    return { client, config }
  }

  return {
    async authorizationUrl({ state, nonce, codeVerifier }: Attempt, options: { isFreshLogin: boolean }) {
      const { client, config } = await discover()
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(options.isFreshLogin && { prompt: 'login' }),
      })
      return url.href
    },

    /** `query` is what the provider added to the redirect URI. Throws unless the provider proves who the person is. */
    async exchange(query: URLSearchParams, { state, nonce, codeVerifier }: Attempt): Promise<ProvenClaims> {
      const { client, config } = await discover()
      const url = new URL(`${redirectUri}?${query}`)
      const tokens = await client
        .authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          const isDenied = error instanceof client.AuthorizationResponseError && error.error === 'access_denied'
          throw isDenied ? new OidcDenied() : new Error(reasonOf(error))
        })
      const idToken = tokens.claims()
      if (!idToken || !subjectPattern.test(idToken.sub)) throw new Error('the ID token has no valid subject')
      // The library accepts several issuers for some providers. We only trust the one in the settings.
      const proven = normalizeIssuer(idToken.iss)
      if (proven !== normalizeIssuer(issuer)) throw new Error('the ID token is from another issuer')
      if (hasEmail(idToken) || !config.serverMetadata().userinfo_endpoint) {
        return { issuer: proven, subject: idToken.sub, claims: idToken }
      }
      const userInfo = await client.fetchUserInfo(config, tokens.access_token, idToken.sub).catch((error: unknown) => {
        throw new Error(`userinfo: ${reasonOf(error)}`)
      })
      // Whether an address is verified only counts next to that address.
      const claims = { ...idToken, ...userInfo, email_verified: userInfo.email_verified }
      return { issuer: proven, subject: idToken.sub, claims }
    },
  }
}
export type OidcClient = ReturnType<typeof createOidcClient>

const hasEmail = ({ email }: Claims) => typeof email === 'string' && email !== ''

/** Not the causes' details, which can contain tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  return cause instanceof Error ? `${message} (${cause.message})` : message
}
