import type { RemovalService } from '#server/features/removals/removals.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { createGuessSlowdown } from '#server/platform/concurrency/guess-slowdown.ts'
import { createKeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { requireUncommon } from '#server/platform/crypto/common-passwords.ts'
import type { Passwords } from '#server/platform/crypto/passwords.ts'
import type { Task } from '#server/platform/database/tasks.ts'
import { networkOf } from '#server/platform/network.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Client, Viewer } from '#server/viewer.ts'
import type { Credentials, PasswordChange, Profile } from '#shared/account-forms.ts'
import type { PasswordLogin } from '#shared/config.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { PasskeyLogin } from '#shared/sign-in-forms.ts'
import type { Account, AccountRepository } from './accounts.repository.ts'
import type { AuditRow } from './accounts.tables.ts'
import type { PasskeyService } from './passkeys.service.ts'
import type { SecondFactorService } from './second-factors.service.ts'
import type { SessionService } from './sessions.service.ts'
import { accountDisabled, passwordLoginOff, sessionOver, toUser, wrongLogin, wrongPasskey } from './user-presenter.ts'

/** `signal` aborts when the client disconnects. */
type Origin = { ip: string; signal?: AbortSignal | undefined }
type Attempt = { email: string; network: string; signal: AbortSignal | undefined }

/** Emails to the account then have its local dates. */
export type RememberTimeZone = (userId: string, timeZone: string | undefined) => Promise<void>

type Dependencies = {
  accounts: AccountRepository
  sessions: SessionService
  passwords: Passwords
  cancellationOf: (subscription: { subscriptionId: string; provider: string }) => Task
  removals: RemovalService
  secondFactors: SecondFactorService
  passkeys: PasskeyService
  rememberTimeZone: RememberTimeZone
  rateLimits: RateLimits
  invalidation: Invalidation
  clock: Clock
  passwordLogin: PasswordLogin
}

export function createAccountService(dependencies: Dependencies) {
  const { accounts, sessions, secondFactors, passkeys, passwords, cancellationOf, removals } = dependencies
  const { rememberTimeZone, rateLimits, invalidation, clock, passwordLogin } = dependencies

  const { login: tries, wrongLoginsOfNetwork, wrongLoginsOfAccount } = rateLimits
  const slowDown = createGuessSlowdown(clock)
  const runExclusive = createKeyedMutex()

  async function requireAccount(viewer: Viewer) {
    const account = await accounts.find(viewer.userId)
    if (!account) throw sessionOver()
    return account
  }

  async function signIn(account: Account, options: { rememberMe?: boolean; userAgent: string }, refused = wrongLogin) {
    const token = await sessions.open(account, options)
    // The password changed, or the account was disabled or deleted in the meantime.
    if (!token) throw refused()
    return { token, user: toUser(account) }
  }

  /** Takes effect immediately, even if the payment provider is down. A task cancels the subscription later. */
  async function close(id: string, audit?: AuditRow) {
    const linkIds = await accounts.transaction(async (tx) => {
      if (await tx.isLastAdministrator(id)) throw lastAdministrator()
      for (const sold of await tx.removeSubscriptions(id)) await tx.insertTask(cancellationOf(sold))
      const removed = await tx.markRemoved(id, instantNow(clock))
      if (removed) await tx.insertTask(removals.taskOf(id))
      if (audit) await tx.insertAudit(audit)
      return removed ?? []
    })
    invalidation.invalidateEach(linkIds)
    removals.nudge()
  }

  async function requireFewWrongLogins(network: string) {
    const retryAfterSeconds = await wrongLoginsOfNetwork.retryAfterSeconds({ network })
    if (retryAfterSeconds > 0) throw wrongLoginsOfNetwork.error(retryAfterSeconds)
  }

  /** Runs one check per account and network at a time, so concurrent correct logins don't use up the attempts. */
  function checkPassword(email: string, password: string, account: Account | undefined, from: Origin) {
    const network = networkOf(from.ip)
    return runExclusive(`${email} ${network}`, async () => {
      await requireFewWrongLogins(network)
      // Count before checking, so concurrent guesses on any node can't get past the limit.
      await tries.takeOrThrow({ account: email, network })
      const isRight = await verify(password, account, { email, network, signal: from.signal })
      if (!isRight) await wrongLoginsOfAccount.take({ account: email })
      // Check the network's limit again, so concurrent guesses at many accounts can't get past it.
      if (!isRight) await wrongLoginsOfNetwork.takeOrThrow({ network })
      else {
        await requireFewWrongLogins(network)
        await tries.forget({ account: email, network })
      }
      return isRight
    })
  }

  async function verify(password: string, account: Account | undefined, from: Attempt) {
    try {
      const isUnderAttack = (await wrongLoginsOfAccount.retryAfterSeconds({ account: from.email })) > 0
      if (isUnderAttack) await slowDown(from.email, from.signal)
      return await passwords.verify(password, account?.passwordHash || undefined, from.network, from.signal)
    } catch (error) {
      // The check didn't finish, for example because the queue was full, so this attempt revealed nothing.
      await tries.giveBack({ account: from.email, network: from.network })
      throw error
    }
  }

  return {
    async login({ email, password, code, rememberMe, timeZone }: Credentials, client: Client, signal?: AbortSignal) {
      const account = await accounts.findByEmail(email)
      const isRight = await checkPassword(email, password, account, { ...client, signal })
      if (!account || !isRight) throw wrongLogin()
      if (passwordLogin === 'admins' && !account.isAdmin) throw passwordLoginOff()
      if (account.isDisabled) throw accountDisabled()
      await secondFactors.requireCode(account.id, code, networkOf(client.ip))
      const signedIn = await signIn(account, { rememberMe, userAgent: client.userAgent })
      await rememberTimeZone(account.id, timeZone)
      return signedIn
    },

    async loginWithPasskey({ response, rememberMe, timeZone }: PasskeyLogin, client: Client) {
      const userId = await passkeys.findOwner(response, networkOf(client.ip))
      const account = userId === undefined ? undefined : await accounts.find(userId)
      if (!account) throw wrongPasskey()
      if (account.isDisabled) throw accountDisabled()
      const signedIn = await signIn(account, { rememberMe, userAgent: client.userAgent }, wrongPasskey)
      await rememberTimeZone(account.id, timeZone)
      return signedIn
    },

    /** Counts toward the same limits as logging in. */
    isPassword: (account: Account, password: string, client: Client) =>
      checkPassword(account.email, password, account, client),

    requireAccount,

    /** Call this only after the person has proved who they are. */
    requireEnabled({ isDisabled }: Account) {
      if (isDisabled) throw accountDisabled()
    },

    /** For people who have proved who they are without a password. */
    async openSession(userId: string, options: { rememberMe: boolean; userAgent: string }, refused: () => AppError) {
      const account = await accounts.find(userId)
      if (!account) throw refused()
      return signIn(account, options, refused)
    },

    listAdministrators: accounts.listAdministrators,

    me: async (viewer: Viewer) => toUser(await requireAccount(viewer)),

    async updateProfile(viewer: Viewer, change: Profile) {
      const account = await accounts.updateNames(viewer.userId, change)
      if (!account) throw sessionOver()
      await invalidation.invalidateOwner(viewer.userId)
      return toUser(account)
    },

    async changePassword(viewer: Viewer, { currentPassword, newPassword }: PasswordChange, client: Client) {
      requireUncommon(newPassword, 'newPassword')
      const account = await requireAccount(viewer)
      if (!(await checkPassword(account.email, currentPassword, account, client))) {
        throw invalidField('currentPassword', 'Current password is incorrect')
      }
      const passwordHash = await passwords.hash(newPassword, networkOf(client.ip))
      const change = { from: account.passwordHash, to: passwordHash, sessionId: viewer.sessionId }
      if (!(await accounts.transaction((tx) => tx.changePassword(account.id, change)))) throw sessionOver()
    },

    async remove(viewer: Viewer, password: string | undefined, client: Client) {
      const account = await requireAccount(viewer)
      if (account.passwordHash === '') await sessions.requireRecent(viewer)
      else if (password === undefined) throw invalidField('password', 'Password is required')
      else if (!(await checkPassword(account.email, password, account, client))) {
        throw invalidField('password', 'Password is incorrect')
      }
      await close(account.id)
    },

    close,
  }
}
export type AccountService = ReturnType<typeof createAccountService>

const lastAdministrator = () =>
  new AppError(
    'FORBIDDEN',
    "You're the only administrator here. Make someone else an administrator first (npm run admin -- grant EMAIL), then delete your account.",
  )
