import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { InstallationChange } from '#shared/administration-forms.ts'
import type { RegistrationMode } from '#shared/config.ts'
import { AppError } from '#shared/errors.ts'
import type { AccountRepository } from './accounts.repository.ts'
import type { AuditRow } from './accounts.tables.ts'

type Dependencies = {
  accounts: Pick<AccountRepository, 'findInstallation' | 'transaction'>
  invalidation: Invalidation
  clock: Clock
  /** The value of REGISTRATION, which administrators can't override. */
  registration: RegistrationMode | undefined
}

/** Passed to the invalidation like the ID of a link, so that other nodes hear about changes. */
const cacheKey = 'installation'

/** What administrators decided for the whole installation. Everything that depends on it asks here. */
export function createInstallationService({ accounts, invalidation, clock, registration }: Dependencies) {
  const present = (row: Awaited<ReturnType<typeof accounts.findInstallation>>) =>
    ({
      registration: registration ?? row?.registration ?? 'open',
      registrationSource: registration ? 'environment' : row?.registration ? 'administration' : 'default',
      isEmailDeclined: row?.email_declined === 1,
    }) as const
  let cached = { settings: present(undefined), readAt: Number.NEGATIVE_INFINITY }

  async function read() {
    if (!invalidation.isFresh(cacheKey, cached.readAt)) {
      const readAt = clock.monotonicMs()
      cached = { settings: present(await accounts.findInstallation()), readAt }
    }
    return cached.settings
  }

  return {
    read,
    registration: async () => (await read()).registration,

    /** For pages that can't wait. The browser asks again before it matters. */
    lastKnown: () => cached.settings,

    async change(change: InstallationChange, audit: AuditRow) {
      if (registration && change.registration) {
        throw new AppError('FORBIDDEN', 'This is set by REGISTRATION on the server. Remove it there to choose here.')
      }
      await accounts.transaction(async (tx) => {
        await tx.updateInstallation(change)
        await tx.insertAudit(audit)
      })
      invalidation.invalidate(cacheKey)
      return read()
    },
  }
}
export type InstallationService = ReturnType<typeof createInstallationService>
