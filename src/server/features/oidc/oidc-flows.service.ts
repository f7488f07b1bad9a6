import { createHmac } from 'node:crypto'
import type { SessionService } from '#server/features/accounts/sessions.service.ts'
import { type Clock, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/concurrency/job.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { type OidcClient, type OidcConfig, OidcDenied, OidcUnavailable } from '#server/platform/oidc/oidc-client.ts'
import type { ErrorRedactor } from '#server/platform/redact.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { OidcError, OidcPurpose } from '#shared/oidc.ts'
import { readPerson } from './claims.ts'
import type { Flow, OidcFlowRepository, Person } from './oidc-flows.repository.ts'

type Dependencies = {
  flows: OidcFlowRepository
  sessions: SessionService
  client: OidcClient
  provider: OidcConfig
  canRegister: () => Promise<boolean>
  rateLimits: RateLimits
  redactError: ErrorRedactor
  log: Log
  clock: Clock
}

type Start = { rememberMe?: boolean | undefined; purpose?: OidcPurpose | undefined }
type Return = { query: URLSearchParams; browser: string | undefined }

/** Where to send the browser. */
type Outcome = { purpose: Flow['purpose'] } & ({ code: string } | { error: OidcError })

const flowMs = minutes(10)
const codeMs = minutes(1)
const clockToleranceMs = minutes(1)

/** Sends people to the provider and takes them back. Every flow ends with a code of ours or an error. */
export function createOidcFlowService(dependencies: Dependencies) {
  const { flows, sessions, client, provider, canRegister, rateLimits, redactError, log, clock } = dependencies

  /** The browser's cookie is the only place that has the secrets of an attempt. The database just has hashes. */
  function attemptOf(state: string, browser: string) {
    const derive = (what: string) => createHmac('sha256', browser).update(`${what}/${state}`).digest('base64url')
    return { state, nonce: derive('nonce'), codeVerifier: derive('verifier') }
  }

  async function requireRightSession(purpose: OidcPurpose | undefined, viewer: Viewer | undefined) {
    if (!purpose) return
    if (!viewer) throw new AppError('UNAUTHENTICATED', 'Your session has ended. Please log in again.')
    if (purpose === 'connect') await sessions.requireRecent(viewer)
  }

  /** Returns the error to show, or undefined if the person can go on. */
  async function findObstacle({ issuer, subject, verifiedEmail }: Person): Promise<OidcError | undefined> {
    if (await flows.identities.find(issuer, subject)) return undefined
    if (verifiedEmail === null) return 'unverified'
    if (await flows.accounts.findByEmail(verifiedEmail)) return undefined
    return (await canRegister()) ? undefined : 'closed'
  }

  /** Providers that ignore `prompt=login` may still say when the person entered their password. */
  function requireFreshLogin(claims: Record<string, unknown>, flow: Flow) {
    if (flow.purpose !== 'reauthenticate' || typeof claims.auth_time !== 'number') return
    const elapsedMs = clock.now().getTime() - (new Date(flow.expiresAt).getTime() - flowMs)
    if (Date.now() - claims.auth_time * 1000 > elapsedMs + clockToleranceMs) throw new Error('the login is too old')
  }

  async function prove(flow: Flow, query: URLSearchParams, attempt: Parameters<typeof client.exchange>[1]) {
    try {
      const proven = await client.exchange(query, attempt)
      requireFreshLogin(proven.claims, flow)
      return readPerson(proven, provider)
    } catch (error) {
      if (error instanceof OidcDenied) return 'denied'
      log.warn({ reason: redactError(error) }, 'single sign-on failed')
      return 'failed'
    }
  }

  return {
    /** Returns the provider's URL and the browser's new cookie. */
    async start({ rememberMe = false, purpose }: Start, viewer: Viewer | undefined, network: string) {
      await requireRightSession(purpose, viewer)
      await rateLimits.oidcStarts.takeOrThrow({ network })
      const [state, browser] = [newToken(), newToken()]
      const isFreshLogin = purpose === 'reauthenticate'
      const url = await client.authorizationUrl(attemptOf(state, browser), { isFreshLogin }).catch((error: unknown) => {
        if (!(error instanceof OidcUnavailable)) throw error
        log.warn({ reason: redactError(error) }, "can't reach the OpenID Connect provider")
        throw unavailable(provider.name)
      })
      await flows.insert({
        stateHash: hashToken(state),
        browserHash: hashToken(browser),
        purpose: purpose ?? 'login',
        sessionId: purpose && viewer ? viewer.sessionId : null,
        rememberMe,
        expiresAt: instantIn(clock, flowMs),
      })
      return { url, browser }
    },

    async finish({ query, browser }: Return): Promise<Outcome> {
      const state = query.get('state')
      const flow =
        state && browser
          ? await flows.takeStarted({
              stateHash: hashToken(state),
              browserHash: hashToken(browser),
              now: instantNow(clock),
            })
          : undefined
      if (!flow || !state || !browser) return { purpose: 'login', error: 'failed' }
      const { purpose, stateHash } = flow
      const person = await prove(flow, query, attemptOf(state, browser))
      if (typeof person === 'string') return { purpose, error: person }
      const obstacle = purpose === 'login' ? await findObstacle(person) : undefined
      if (obstacle) return { purpose, error: obstacle }
      const code = newToken()
      await flows.setProven(stateHash, { codeHash: hashToken(code), person, expiresAt: instantIn(clock, codeMs) })
      return { purpose, code }
    },
  }
}
export type OidcFlowService = ReturnType<typeof createOidcFlowService>

const unavailable = (name: string) =>
  new AppError('UNAVAILABLE', `${name} can't be reached right now. Try again in a few minutes.`, {
    retryAfterSeconds: 60,
  })
