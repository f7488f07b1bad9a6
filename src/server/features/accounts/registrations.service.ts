import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import { requireUncommon } from '#server/platform/crypto/common-passwords.ts'
import type { Passwords } from '#server/platform/crypto/passwords.ts'
import { hashToken, newToken, type Signer } from '#server/platform/crypto/tokens.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { idLength, newId } from '#server/platform/ids.ts'
import { networkOf } from '#server/platform/network.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Client } from '#server/viewer.ts'
import type { NewUser } from '#shared/account-forms.ts'
import type { RegistrationMode } from '#shared/config.ts'
import { AppError } from '#shared/errors.ts'
import type { Account, AccountRepository } from './accounts.repository.ts'
import type { AuditRow } from './accounts.tables.ts'
import type { ConfirmationService } from './confirmations.service.ts'
import type { SessionService } from './sessions.service.ts'
import { toUser, wrongLogin } from './user-presenter.ts'

type Dependencies = {
  accounts: AccountRepository
  sessions: SessionService
  confirmations: ConfirmationService
  passwords: Passwords
  tasks: Tasks
  rateLimits: RateLimits
  signer: Signer
  clock: Clock
  registration: () => Promise<RegistrationMode>
  confirmEmail: boolean
}

type Repository = Parameters<Parameters<AccountRepository['transaction']>[0]>[0]
type NewAccount = Pick<Account, 'name' | 'email' | 'passwordHash' | 'isConfirmed'>

/** People have this long to choose a password after an administrator creates their account. */
const choosingPasswordMs = days(7)

export function createRegistrationService(dependencies: Dependencies) {
  const { accounts, sessions, confirmations, passwords, tasks, rateLimits, signer, clock, confirmEmail } = dependencies

  const signedText = (invitationId: string) => `registration/${invitationId}`

  async function findInvitation(token: string) {
    const id = token.slice(0, idLength)
    if (!signer.verify(signedText(id), token.slice(idLength))) return undefined
    return accounts.findInvitation(id, instantNow(clock))
  }

  async function requireMayRegister(token: string | undefined) {
    const registration = await dependencies.registration()
    if (registration === 'closed') throw closed('Registration is closed.')
    const invitation = token ? await findInvitation(token) : undefined
    if (registration === 'open' || invitation) return invitation
    throw closed(
      token
        ? 'This invitation has been used or is more than seven days old. Ask for a new one.'
        : 'Registration is by invitation only.',
    )
  }

  /** The first account becomes the administrator. If several people register concurrently, only one of them does. */
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
      await rateLimits.registrations.takeOrThrow({ network: networkOf(client.ip) })

      // Check before the expensive hash. In a race, the insert below decides.
      if (await accounts.findByEmail(email)) throw emailTaken()
      const passwordHash = await passwords.hash(password, networkOf(client.ip))
      // The invitation email proved that the address is theirs.
      const isConfirmed = !confirmEmail || invitation?.email === email
      const account = await accounts.transaction(async (tx) => {
        if (invitation && !(await tx.takeInvitation(invitation.id)))
          throw closed('This invitation has already been used.')
        const inserted = await insert(tx, { name, email, passwordHash, isConfirmed })
        if (!isConfirmed) await tx.insertTask(confirmations.emailTask(inserted.id))
        return inserted
      })
      if (!isConfirmed) tasks.nudge()
      const session = await sessions.open(account, client)
      // The account was disabled or deleted in the meantime.
      if (!session) throw wrongLogin()
      return { token: session, user: toUser(account) }
    },

    async checkInvitation(token: string) {
      const invitation = (await dependencies.registration()) === 'closed' ? undefined : await findInvitation(token)
      return { isValid: invitation !== undefined, email: invitation?.email ?? null }
    },

    tokenOf: (invitationId: string) => invitationId + signer.sign(signedText(invitationId)),

    /** Called for administrators, so it doesn't matter who can register. The returned token is for setting a password. */
    async create({ name, email }: { name: string; email: string }, audit: AuditRow) {
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
