import type { Config } from './config.ts'
import { createAccountRepository } from './features/accounts/accounts.repository.ts'
import { createAccountService } from './features/accounts/accounts.service.ts'
import { createConfirmationService } from './features/accounts/confirmations.service.ts'
import { createPasswordResetService } from './features/accounts/password-resets.service.ts'
import { createRegistrationService } from './features/accounts/registrations.service.ts'
import { createSessionRepository } from './features/accounts/sessions.repository.ts'
import { createSessionService } from './features/accounts/sessions.service.ts'
import type { EmailService } from './features/emails/emails.service.ts'
import type { RemovalService } from './features/removals/removals.service.ts'
import type { CancellationService } from './features/subscriptions/cancellations.service.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'

type Dependencies = {
  config: Config
  db: Database
  ports: Pick<Ports, 'clock' | 'tasks' | 'rateLimits' | 'passwords' | 'signer'>
  cancellations: Pick<CancellationService, 'ofClosedAccount'>
  removals: RemovalService
  emails: EmailService
  onVisibilityChanged: (userId: string) => Promise<void>
  onRemoved: (linkIds: string[]) => void
}

export function composeAccounts({ config, db, ports, onVisibilityChanged, onRemoved, ...given }: Dependencies) {
  const { clock, tasks, rateLimits, passwords, signer } = ports
  const { publicUrl, registration, confirmEmail } = config
  const repository = createAccountRepository(db)
  const sessions = createSessionService({ sessions: createSessionRepository(db), clock })
  const accounts = createAccountService({
    accounts: repository,
    sessions,
    passwords,
    cancellationOf: given.cancellations.ofClosedAccount,
    removals: given.removals,
    rateLimits,
    clock,
    onRenamed: onVisibilityChanged,
    onRemoved,
  })
  const confirmations = createConfirmationService({
    accounts: repository,
    emails: given.emails,
    tasks,
    rateLimits,
    signer,
    publicUrl,
    onConfirmed: onVisibilityChanged,
  })
  const registrations = createRegistrationService({
    accounts: repository,
    sessions,
    confirmations,
    passwords,
    tasks,
    rateLimits,
    signer,
    clock,
    registration,
    confirmEmail,
  })
  const passwordResets = createPasswordResetService({
    accounts: repository,
    passwords,
    emails: given.emails,
    tasks,
    rateLimits,
    clock,
    publicUrl,
  })
  return { accounts, sessions, confirmations, registrations, passwordResets }
}
