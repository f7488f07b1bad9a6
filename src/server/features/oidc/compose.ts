import type { AccountService, RememberTimeZone } from '#server/features/accounts/accounts.service.ts'
import type { InstallationService } from '#server/features/accounts/installation.service.ts'
import type { SecondFactorService } from '#server/features/accounts/second-factors.service.ts'
import type { SessionService } from '#server/features/accounts/sessions.service.ts'
import type { SignInNoticeService } from '#server/features/accounts/sign-in-notices.service.ts'
import { instantNow } from '#server/platform/clock.ts'
import { createOidcClient } from '#server/platform/oidc/oidc-client.ts'
import type { Base } from '#server/ports.ts'
import { createOidcService } from './oidc.service.ts'
import { createOidcFlowRepository } from './oidc-flows.repository.ts'
import { createOidcFlowService } from './oidc-flows.service.ts'

type Dependencies = Base & {
  installation: InstallationService
  accounts: AccountService
  sessions: SessionService
  secondFactors: SecondFactorService
  signInNotices: SignInNoticeService
  rememberTimeZone: RememberTimeZone
}

/** `oidc` is undefined if no provider is set up. */
export function composeOidc(dependencies: Dependencies) {
  const { config, db, ports, log, installation, sessions } = dependencies
  const { rateLimits, redactError, clock } = ports
  const provider = config.oidc
  const flows = createOidcFlowRepository(db)
  const removeExpiredFlows = () => flows.removeExpired(instantNow(clock))
  if (!provider) return { oidc: undefined, removeExpiredFlows }
  const client = createOidcClient(provider, { redirectUri: `${config.publicUrl}/api/auth/oidc/callback` })
  // The first account is always created with a password, because it becomes the administrator.
  const canRegister = async () =>
    provider.isRegistrationOpen && (await installation.registration()) !== 'closed' && (await flows.accounts.hasAny())
  const shared = { flows, sessions, provider, canRegister, rateLimits, clock }
  const oidc = {
    flows: createOidcFlowService({ ...shared, client, redactError, log }),
    codes: createOidcService({ ...dependencies, ...shared }),
  }
  return { oidc, removeExpiredFlows }
}
