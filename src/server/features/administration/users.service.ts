import type { AccountService } from '#server/features/accounts/accounts.service.ts'
import { auditEntry } from '#server/features/accounts/audit.service.ts'
import type { PasswordResetService } from '#server/features/accounts/password-resets.service.ts'
import type { SecondFactorService } from '#server/features/accounts/second-factors.service.ts'
import type { SessionService } from '#server/features/accounts/sessions.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { readCursor } from '#server/platform/database/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import type { AdministeredUser, UserInList } from '#shared/administered-users.ts'
import type { UserChange } from '#shared/administration-forms.ts'
import { AppError } from '#shared/errors.ts'
import type { PlanId } from '#shared/plans.ts'
import { pageSize, toPage } from './lists.ts'
import type { AdministeredAccount, UserRepository } from './users.repository.ts'

type Dependencies = {
  users: UserRepository
  accounts: Pick<AccountService, 'close'>
  passwordResets: Pick<PasswordResetService, 'sendTo'>
  secondFactors: Pick<SecondFactorService, 'read' | 'turnOff'>
  sessions: Pick<SessionService, 'requireRecent'>
  subscriptions: Pick<SubscriptionService, 'plansOf' | 'standingOf'>
  invalidation: Invalidation
  clock: Clock
}

type Query = { search?: string | undefined; cursor?: string | undefined }

const toUserInList = (account: AdministeredAccount, plan: PlanId): UserInList => ({
  _id: account.id,
  name: account.name,
  email: account.email,
  createdAt: account.createdAt,
  isAdmin: account.isAdmin,
  isConfirmed: account.isConfirmed,
  isDisabled: account.disabledAt !== null,
  plan,
  usage: account.usage,
  lastSeenAt: account.lastSeenAt,
})

/** `actor` is the administrator's email address or "command line". Every change is written to the audit log. */
export function createUserService({
  users,
  accounts,
  passwordResets,
  secondFactors,
  sessions,
  subscriptions,
  invalidation,
  clock,
}: Dependencies) {
  async function requireAccount(id: string) {
    const account = await users.find(id)
    if (!account) throw new AppError('NOT_FOUND', 'Account not found')
    return account
  }

  async function describe(account: AdministeredAccount): Promise<AdministeredUser> {
    const { id, grantedPlan, linkLimit, imageLimit, storageLimitGb, disabledAt, disabledReason } = account
    const [{ plan, withoutOwnLimits, currentPeriodEnd }, devices, { isOn: hasSecondFactor }] = await Promise.all([
      subscriptions.standingOf(id),
      users.listSessions(id, instantNow(clock)),
      secondFactors.read(id),
    ])
    return {
      ...toUserInList(account, plan.id),
      grantedPlan,
      linkLimit,
      imageLimit,
      storageLimitGb,
      planDetails: plan,
      planLimits: withoutOwnLimits,
      currentPeriodEnd,
      disabledAt,
      disabledReason,
      hasSecondFactor,
      devices,
    }
  }

  /** Keeps administrators from locking out or deleting each other by mistake. */
  const requireNoAdmin = ({ isAdmin, email }: AdministeredAccount) => {
    if (!isAdmin) return
    throw new AppError(
      'FORBIDDEN',
      `${email} is an administrator. Remove that role first: npm run admin -- revoke ${email}`,
    )
  }

  async function change(actor: string, id: string, given: UserChange) {
    const account = await requireAccount(id)
    const { isDisabled, reason, ...wanted } = given
    if (isDisabled) requireNoAdmin(account)
    const act = (action: string, details?: Record<string, unknown>) =>
      auditEntry(clock, { actor, action, subject: account.email, details })
    await users.transaction(async (tx) => {
      if (Object.keys(wanted).length > 0) {
        await tx.set(id, wanted)
        await tx.insertAudit(act('set limits', wanted))
      }
      if (isDisabled && account.disabledAt === null) {
        await tx.disable(id, reason || null, instantNow(clock))
        await tx.insertAudit(act('disable', reason ? { reason } : {}))
      }
      if (isDisabled === false && account.disabledAt !== null) {
        await tx.enable(id)
        await tx.insertAudit(act('enable'))
      }
    })
    await invalidation.invalidateOwner(id)
    return describe(await requireAccount(id))
  }

  return {
    /** Returns the caller's email address. */
    async requireAdministrator(viewer: Viewer) {
      const account = await users.find(viewer.userId)
      if (!account?.isAdmin) throw new AppError('FORBIDDEN', 'Only administrators can do that')
      return account.email
    },

    requireRecent: sessions.requireRecent,

    async list({ search = '', cursor }: Query) {
      const after = readCursor(cursor)
      const { rows, searchEnd } = await users.list(search, { after, limit: pageSize + 1 })
      const page = toPage(rows, searchEnd)
      const plans = await subscriptions.plansOf(page.rows.map(({ id }) => id))
      return {
        data: page.rows.map((account) => toUserInList(account, plans.get(account.id)?.id ?? 'free')),
        ...(page.nextCursor && { nextCursor: page.nextCursor }),
      }
    },

    get: async (id: string) => describe(await requireAccount(id)),

    async findByEmail(email: string) {
      const account = await users.findByEmail(email)
      return account && describe(account)
    },

    change,

    async setAdmin(actor: string, id: string, isAdmin: boolean) {
      const account = await requireAccount(id)
      await users.transaction(async (tx) => {
        if (!isAdmin && account.isAdmin && (await tx.isLastAdministrator(id))) throw lastAdministrator(account.email)
        await tx.setAdmin(id, isAdmin)
        const action = isAdmin ? 'grant administration' : 'revoke administration'
        await tx.insertAudit(auditEntry(clock, { actor, action, subject: account.email }))
      })
    },

    async remove(actor: string, id: string) {
      const account = await requireAccount(id)
      requireNoAdmin(account)
      const { usage, email } = account
      await accounts.close(id, auditEntry(clock, { actor, action: 'delete', subject: email, details: usage }))
    },

    async sendReset(actor: string, id: string) {
      const { email, disabledAt } = await requireAccount(id)
      if (disabledAt !== null) throw new AppError('ACCOUNT_DISABLED', `${email} is disabled. Enable the account first.`)
      const link = await passwordResets.sendTo(
        { id, email },
        auditEntry(clock, { actor, action: 'send reset email', subject: email }),
      )
      return { email, link }
    },

    /** Returns false if it wasn't on. */
    async turnOffSecondFactor(actor: string, id: string) {
      const { email } = await requireAccount(id)
      return secondFactors.turnOff(id, auditEntry(clock, { actor, action: 'turn off second factor', subject: email }))
    },

    async endSessions(actor: string, id: string) {
      const { email } = await requireAccount(id)
      await users.transaction(async (tx) => {
        await tx.removeSessions(id)
        await tx.insertAudit(auditEntry(clock, { actor, action: 'sign out everywhere', subject: email }))
      })
    },
  }
}
export type UserService = ReturnType<typeof createUserService>

const lastAdministrator = (email: string) =>
  new AppError(
    'FORBIDDEN',
    `${email} is the only administrator. Make someone else an administrator first: npm run admin -- grant EMAIL`,
  )
