import type { Clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { Identity } from '#shared/sign-in.ts'
import type { AccountRepository } from './accounts.repository.ts'
import { groupRoleEntry } from './audit.service.ts'
import type { IdentityRecord } from './identities.repository.ts'
import type { SignInNoticeService } from './sign-in-notices.service.ts'
import { lastWayIn } from './user-presenter.ts'
import type { LoginSettings } from './ways-in.repository.ts'

type Dependencies = {
  accounts: AccountRepository
  signInNotices: SignInNoticeService
  loginSettings: LoginSettings
  clock: Clock
}

export const toIdentity = ({ id, name, email, createdAt }: IdentityRecord): Identity => ({
  _id: id,
  name,
  email,
  createdAt,
})

export function createIdentityService({ accounts, signInNotices, loginSettings, clock }: Dependencies) {
  return {
    async list(viewer: Viewer) {
      const identity = await accounts.identities.findOf(viewer.userId)
      return identity ? [toIdentity(identity)] : []
    },

    /** Administrators by group lose the role, because we no longer hear about their groups. */
    async remove(viewer: Viewer, id: string) {
      const { userId } = viewer
      await accounts.transaction(async (tx) => {
        await tx.lock(userId)
        const identity = await tx.identities.findOf(userId)
        if (identity?.id !== id) throw new AppError('NOT_FOUND', "This account isn't connected")
        await tx.identities.remove(id)
        const account = await tx.find(userId)
        if (account?.isGroupAdmin && (await tx.setGroupAdmin(userId, false))) {
          await tx.insertAudit(groupRoleEntry(clock, account.email, false))
        }
        if ((await tx.countWaysIn(userId, loginSettings)) === 0) throw lastWayIn()
        await tx.insertTask(signInNotices.taskOf(userId, 'identity-removed'))
      })
      signInNotices.nudge()
    },
  }
}
export type IdentityService = ReturnType<typeof createIdentityService>
