import type { EmailService } from '#server/features/emails/emails.service.ts'
import { type Clock, days, hours, instantIn, instantNow } from '#server/platform/clock.ts'
import { requireUncommon } from '#server/platform/crypto/common-passwords.ts'
import type { Passwords } from '#server/platform/crypto/passwords.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import { deadResetLink } from '#shared/accounts.ts'
import { invalidField } from '#shared/errors.ts'
import type { AccountRepository } from './accounts.repository.ts'
import type { AuditRow } from './accounts.tables.ts'
import { passwordResetEmail } from './emails/password-reset.ts'
import type { SignInNoticeService } from './sign-in-notices.service.ts'

type Dependencies = {
  accounts: AccountRepository
  passwords: Passwords
  emails: EmailService
  notices: SignInNoticeService
  tasks: Tasks
  rateLimits: RateLimits
  clock: Clock
  publicUrl: string
}

type ResetRequest = { email: string; requestedAt: string; isByAdministrator?: boolean }

const lifetimeMs = hours(1)
/** For links that an administrator passes on by hand. */
const handedOverMs = days(1)
const maxLiveResets = 5

export function createPasswordResetService(dependencies: Dependencies) {
  const { accounts, passwords, emails, notices, tasks, rateLimits, clock, publicUrl } = dependencies

  const resetEmail = tasks.define<ResetRequest>(
    'password-reset-mail',
    async ({ email, requestedAt, isByAdministrator = false }) => {
      // Skip requests that became stale while email was down.
      if (requestedAt < instantIn(clock, -lifetimeMs)) return
      const account = await accounts.findByEmail(email)
      if (!account || account.isDisabled) return
      const token = newToken()
      const reset = {
        tokenHash: hashToken(token),
        userId: account.id,
        createdAt: instantNow(clock),
        expiresAt: instantIn(clock, lifetimeMs),
      }
      // With this lock, concurrent tasks see each other's resets.
      const isOneMore = await accounts.transaction(async (tx) => {
        await tx.lock(account.id)
        if ((await tx.countResets(account.id, reset.createdAt)) >= maxLiveResets) return false
        await tx.insertReset(reset)
        return true
      })
      if (!isOneMore) return
      let isSent = false
      try {
        const revokesKeys = await accounts.hasApiKeys(account.id)
        const content = passwordResetEmail({ url: `${publicUrl}/reset-password/${token}`, revokesKeys })
        isSent = await emails.send({ kind: 'password-reset', to: account.email, content, isByAdministrator })
      } finally {
        if (!isSent) await accounts.removeReset(hashToken(token))
      }
    },
  )

  async function find(token: string, network: string) {
    const found = await accounts.findReset(hashToken(token), instantNow(clock))
    if (found) return found
    await rateLimits.wrongResetTokens.takeOrThrow({ network })
    return undefined
  }

  return {
    /** Queues a task for known and unknown addresses alike, so the response and its timing reveal nothing. */
    async request(email: string, network: string) {
      const { resetRequests, resetRequestsOfNetwork } = rateLimits
      const taken = [await resetRequestsOfNetwork.take({ network }), await resetRequests.take({ email, network })]
      const wait = Math.max(...taken.map(({ retryAfterSeconds }) => retryAfterSeconds))
      if (wait > 0) throw resetRequests.error(wait)
      await accounts.insertTask(resetEmail({ email, requestedAt: instantNow(clock) }))
      tasks.nudge()
      return emails.isDelivered ? onItsWay : notSetUp
    },

    /** If the server can't send email, returns a link that the administrator can pass on. */
    async sendTo({ id, email }: { id: string; email: string }, audit: AuditRow) {
      const token = newToken()
      const createdAt = instantNow(clock)
      const expiresAt = instantIn(clock, handedOverMs)
      await accounts.transaction(async (tx) => {
        await tx.insertTask(resetEmail({ email, requestedAt: createdAt, isByAdministrator: true }))
        if (!emails.isDelivered) await tx.insertReset({ tokenHash: hashToken(token), userId: id, createdAt, expiresAt })
        await tx.insertAudit(audit)
      })
      tasks.nudge()
      return emails.isDelivered ? undefined : { url: `${publicUrl}/reset-password/${token}`, expiresAt }
    },

    async check(token: string, network: string) {
      const found = await find(token, network)
      if (!found) return { isValid: false }
      return { isValid: true, ...((await accounts.hasApiKeys(found.userId)) && { revokesKeys: true as const }) }
    },

    async reset(token: string, password: string, network: string) {
      requireUncommon(password, 'password')
      const found = await find(token, network)
      if (!found) throw expired()
      const passwordHash = await passwords.hash(password, network)
      const { hadKeys } = await accounts.transaction(async (tx) => {
        await tx.lock(found.userId)
        const reset = await tx.takeReset(hashToken(token))
        if (!reset) throw expired()
        const done = await tx.resetPassword(reset.userId, passwordHash)
        if (done.hadKeys) await tx.insertTask(notices.taskOf(reset.userId, 'keys-removed'))
        return done
      })
      notices.nudge()
      return hadKeys ? `${passwordReset} Your API keys have been revoked.` : passwordReset
    },

    removeExpired: () => accounts.removeExpiredResets(instantNow(clock)),
  }
}
export type PasswordResetService = ReturnType<typeof createPasswordResetService>

const passwordReset = 'Your password has been reset. You can log in with the new one now.'

const onItsWay =
  "If there's an account with this email address, we've sent a reset link. If it doesn't arrive, check your spam folder."
const notSetUp = "Email isn't set up on this server. Ask the person who runs it for a reset link."

const expired = () => invalidField('token', deadResetLink)
