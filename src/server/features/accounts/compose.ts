import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { RemovalService } from '#server/features/removals/removals.service.ts'
import { createPasskeyCeremonies } from '#server/platform/crypto/passkeys.ts'
import type { Task } from '#server/platform/database/tasks.ts'
import { normalizeIssuer } from '#server/platform/oidc/oidc-client.ts'
import type { Base } from '#server/ports.ts'
import { type KeyScope, keyScopes } from '#shared/api-key-forms.ts'
import { createAccountRepository } from './accounts.repository.ts'
import { createAccountService, type RememberTimeZone } from './accounts.service.ts'
import { createApiKeyRepository } from './api-keys.repository.ts'
import { createApiKeyService, createViewerService } from './api-keys.service.ts'
import { createConfirmationService } from './confirmations.service.ts'
import { createEmailChangeRepository } from './email-changes.repository.ts'
import { createEmailChangeService } from './email-changes.service.ts'
import { createIdentityService } from './identities.service.ts'
import { createInstallationService, type InstallationService } from './installation.service.ts'
import { createPasskeyRepository } from './passkeys.repository.ts'
import { createPasskeyService } from './passkeys.service.ts'
import { createPasswordResetService } from './password-resets.service.ts'
import { createRegistrationService } from './registrations.service.ts'
import { createSecondFactorRepository, createSecondFactorSecrets } from './second-factors.repository.ts'
import { createSecondFactorService } from './second-factors.service.ts'
import { createSessionRepository } from './sessions.repository.ts'
import { createSessionService, type SessionService } from './sessions.service.ts'
import { createSignInService } from './sign-in.service.ts'
import { createSignInNoticeService, type SignInNoticeService } from './sign-in-notices.service.ts'

type Dependencies = Base & {
  emails: EmailService
  installation: InstallationService
  removals: RemovalService
  cancellationOf: (subscription: { subscriptionId: string; provider: string }) => Task
  rememberTimeZone: RememberTimeZone
}

export const composeInstallation = ({ config, db, ports: { invalidation, clock } }: Base) =>
  createInstallationService({
    accounts: createAccountRepository(db),
    invalidation,
    clock,
    registration: config.registration,
  })

export function composeAccounts(dependencies: Dependencies) {
  const { config, db, ports, emails, installation, removals, cancellationOf, rememberTimeZone } = dependencies
  const { clock, tasks, rateLimits, passwords, signer, encryption, invalidation } = ports
  const { publicUrl, confirmEmail, reauthenticateMinutes, passwordLogin, oidc } = config
  const loginSettings = { passwordLogin, issuer: oidc && normalizeIssuer(oidc.issuer) }
  const repository = createAccountRepository(db)
  const sessions = createSessionService({ sessions: createSessionRepository(db), clock, reauthenticateMinutes })
  const signInNotices = createSignInNoticeService({ accounts: repository, emails, tasks, publicUrl })
  const secondFactors = createSecondFactorService({
    accounts: repository,
    secondFactors: createSecondFactorRepository(db),
    sessions,
    notices: signInNotices,
    encryption,
    signer,
    rateLimits,
    clock,
  })
  const passkeys = createPasskeyService({
    accounts: repository,
    passkeys: createPasskeyRepository(db),
    sessions,
    notices: signInNotices,
    ceremonies: createPasskeyCeremonies(publicUrl),
    loginSettings,
    signer,
    rateLimits,
    clock,
  })
  const accounts = createAccountService({
    accounts: repository,
    sessions,
    secondFactors,
    passkeys,
    passwords,
    cancellationOf,
    removals,
    rememberTimeZone,
    rateLimits,
    invalidation,
    clock,
    passwordLogin,
  })
  const confirmations = createConfirmationService({
    accounts: repository,
    emails,
    tasks,
    rateLimits,
    signer,
    publicUrl,
    invalidation,
  })
  const registrations = createRegistrationService({
    accounts: repository,
    sessions,
    confirmations,
    rememberTimeZone,
    passwords,
    tasks,
    rateLimits,
    signer,
    clock,
    registration: installation.registration,
    confirmEmail,
  })
  const passwordResets = createPasswordResetService({
    accounts: repository,
    passwords,
    emails,
    notices: signInNotices,
    tasks,
    rateLimits,
    clock,
    publicUrl,
  })
  const emailChanges = createEmailChangeService({
    emailChanges: createEmailChangeRepository(db),
    accounts: repository,
    sessions,
    emails,
    tasks,
    rateLimits,
    signer,
    invalidation,
    clock,
    publicUrl,
  })
  const identities = createIdentityService({ accounts: repository, signInNotices, loginSettings, clock })
  const signIn = createSignInService({ accounts, sessions, secondFactors, passkeys, emailChanges, identities })
  return {
    accounts,
    sessions,
    confirmations,
    registrations,
    passwordResets,
    signIn,
    signInNotices,
    emailChanges,
    secondFactors,
    secondFactorSecrets: createSecondFactorSecrets(db),
    passkeys,
    identities,
  }
}

type WithPlans = Base & {
  sessions: SessionService
  signInNotices: SignInNoticeService
  planOf: (userId: string) => Promise<{ allows: { apiScopes: readonly KeyScope[] } }>
}

/** `viewers` finds who makes a request, by a session or an API key. */
export function composeApiKeys({ config, db, ports: { clock }, sessions, signInNotices, planOf }: WithPlans) {
  const apiKeys = createApiKeyService({
    apiKeys: createApiKeyRepository(db),
    accounts: createAccountRepository(db),
    sessions,
    notices: signInNotices,
    planScopesOf: async (userId) => (config.payments === 'off' ? keyScopes : (await planOf(userId)).allows.apiScopes),
    clock,
  })
  return { apiKeys, viewers: createViewerService(apiKeys, sessions) }
}
