import { type Clock, days, hours, instantIn, instantNow } from '#server/platform/clock.ts'
import { requireUncommon } from '#server/platform/crypto/common-passwords.ts'
import type { Passwords } from '#server/platform/crypto/passwords.ts'
import { hashToken, newToken, type Signer } from '#server/platform/crypto/tokens.ts'
import type { AuditEntry } from '#server/platform/database/audit.ts'
import type { RateLimits } from '#server/platform/database/rate-limits.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { idLength, newId } from '#server/platform/ids.ts'
import { networkOf } from '#server/platform/network.ts'
import type { Client } from '#server/viewer.ts'
import type { NewUser } from '#shared/account-forms.ts'
import type { RegistrationMode } from '#shared/config.ts'
import { AppError } from '#shared/errors.ts'
import type { Account, AccountRepository } from './accounts.repository.ts'
import type { ConfirmationService } from './confirmations.service.ts'
import type { SessionService } from './sessions.service.ts'
import { tooMany, toUser, wrongLogin } from './user-presenter.ts'

type Dependencies = {
  accounts: AccountRepository
  sessions: SessionService
  confirmations: ConfirmationService
  passwords: Passwords
  tasks: Tasks
  rateLimits: RateLimits
  signer: Signer
  clock: Clock
  /** Who may register. */
  registration: RegistrationMode
  confirmEmail: boolean
}

type Repository = Parameters<Parameters<AccountRepository['transaction']>[0]>[0]
type NewAccount = Pick<Account, 'name' | 'email' | 'passwordHash' | 'isConfirmed'>

/** Of who did not make the account themselves. */
const choosingPasswordMs = days(7)

/** How accounts are made. */
export function createRegistrationService(dependencies: Dependencies) {
  const { accounts, sessions, confirmations, passwords, tasks, rateLimits, signer, clock, registration, confirmEmail } =
    dependencies
  const registrations = rateLimits.define({ name: 'registrations', limit: 100, windowMs: hours(1) })

  const signedText = (invitationId: string) => `registration/${invitationId}`

  /** undefined where the token is not one of ours, was used, or its time is over. */
  async function findInvitation(token: string) {
    const id = token.slice(0, idLength)
    if (!signer.verify(signedText(id), token.slice(idLength))) return undefined
    return accounts.findInvitation(id, instantNow(clock))
  }

  async function requireMayRegister(token: string | undefined) {
    if (registration === 'closed') throw closed('Nobody can make an account here at the moment.')
    const invitation = token ? await findInvitation(token) : undefined
    if (registration === 'open' || invitation) return invitation
    throw closed(
      token
        ? 'This invitation was used already, or its seven days are over. Ask for a new one.'
        : 'An account can be made here by invitation only.',
    )
  }

  /** The first account of all is an administrator's; of several at once, exactly one. */
  const isFirst = async (tx: Repository) => !(await tx.hasAny()) && (await tx.claimFirstAccount())

  async function insert(tx: Repository, account: NewAccount) {
    const isAdmin = await isFirst(tx)
    const inserted = await tx.insert({ id: newId(), ...account, isAdmin, createdAt: instantNow(clock) })
    if (!inserted) throw emailTaken()
    return inserted
  }

  return {
    async register({ name, email, password, invitation: token }: NewUser, client: Client) {
      const invitation = await requireMayRegister(token)
      requireUncommon(password, 'password')
      const { retryAfterSeconds } = await registrations.take(networkOf(client.ip))
      if (retryAfterSeconds > 0) throw tooMany('registrations', retryAfterSeconds)

      // Asked before the costly hash; between registrations at once the insert below decides.
      if (await accounts.findByEmail(email)) throw emailTaken()
      const passwordHash = await passwords.hash(password, networkOf(client.ip))
      // Whoever has the mail that we sent to this very address has shown that it is theirs.
      const isConfirmed = !confirmEmail || invitation?.email === email
      const account = await accounts.transaction(async (tx) => {
        if (invitation && !(await tx.takeInvitation(invitation.id))) throw closed('This invitation was used already.')
        const inserted = await insert(tx, { name, email, passwordHash, isConfirmed })
        if (!isConfirmed) await tx.insertTask(confirmations.mailTo(inserted.id))
        return inserted
      })
      if (!isConfirmed) tasks.nudge()
      const session = await sessions.open(account, client)
      // Disabled or deleted in this very moment.
      if (!session) throw wrongLogin()
      return { token: session, user: toUser(account) }
    },

    async checkInvitation(token: string) {
      const invitation = registration === 'closed' ? undefined : await findInvitation(token)
      return { isValid: invitation !== undefined, email: invitation?.email ?? null }
    },

    /** The end of the address of an invitation to register. */
    tokenOf: (invitationId: string) => invitationId + signer.sign(signedText(invitationId)),

    /** By hand, whoever may register; answers the end of the address where they choose a password. */
    async create({ name, email }: { name: string; email: string }, audit: AuditEntry) {
      const token = newToken()
      const passwordHash = await passwords.hash(newToken(), audit.actor)
      const account = await accounts.transaction(async (tx) => {
        const inserted = await insert(tx, { name, email, passwordHash, isConfirmed: true })
        await tx.insertReset({
          tokenHash: hashToken(token),
          userId: inserted.id,
          createdAt: instantNow(clock),
          expiresAt: instantIn(clock, choosingPasswordMs),
        })
        await tx.insertAudit(audit)
        return inserted
      })
      return { user: toUser(account), token }
    },
  }
}
export type RegistrationService = ReturnType<typeof createRegistrationService>

const closed = (sentence: string) => new AppError('REGISTRATION_CLOSED', sentence)

const emailTaken = () => new AppError('EMAIL_TAKEN', 'An account with this email already exists')
