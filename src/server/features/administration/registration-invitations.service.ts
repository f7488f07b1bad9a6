import { auditEntry } from '#server/features/accounts/audit.service.ts'
import type { RegistrationService } from '#server/features/accounts/registrations.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { newId } from '#server/platform/ids.ts'
import type { RegistrationInvitation } from '#shared/administration.ts'
import type { RegistrationMode } from '#shared/config.ts'
import { AppError } from '#shared/errors.ts'
import type { AdministrationRepository } from './administration.repository.ts'
import { registrationInvitationEmail } from './emails/registration-invitation.ts'

type Dependencies = {
  administration: AdministrationRepository
  registrations: Pick<RegistrationService, 'tokenOf'>
  emails: EmailService
  tasks: Tasks
  clock: Clock
  publicUrl: string
  registration: () => Promise<RegistrationMode>
}

type Record = Omit<RegistrationInvitation, '_id' | 'url'> & { id: string }

const lifetimeMs = days(7)

export function createRegistrationInvitationService(dependencies: Dependencies) {
  const { administration, registrations, emails, tasks, clock, publicUrl, registration } = dependencies

  const urlOf = (id: string) => `${publicUrl}/register?invitation=${registrations.tokenOf(id)}`

  const present = ({ id, ...invitation }: Record): RegistrationInvitation => ({
    _id: id,
    ...invitation,
    url: urlOf(id),
  })

  const invitationEmail = tasks.define<{ id: string }>('registration-invitation-mail', async ({ id }) => {
    const invitation = await administration.findInvitation(id)
    if (!invitation?.email) return
    const content = registrationInvitationEmail({ url: urlOf(id), host: new URL(publicUrl).host })
    await emails.send({ kind: 'registration-invitation', to: invitation.email, content })
  })

  return {
    list: async () => (await administration.listInvitations(instantNow(clock))).map(present),

    async create(actor: string, email: string | null) {
      if ((await registration()) === 'closed') {
        throw new AppError(
          'REGISTRATION_CLOSED',
          'No one can register at the moment, not even by invitation. Change who can register first.',
        )
      }
      if (email && !(await emails.canSend({ kind: 'registration-invitation', to: email }))) {
        throw new AppError(
          'RATE_LIMITED',
          "We can't email this address today. Create an invitation without an email address and send the link yourself.",
          { retryAfterSeconds: days(1) / 1000 },
        )
      }
      const invitation = { id: newId(), email, createdAt: instantNow(clock), expiresAt: instantIn(clock, lifetimeMs) }
      await administration.transaction(async (tx) => {
        await tx.insertInvitation(invitation)
        if (email) await tx.insertTask(invitationEmail({ id: invitation.id }))
        await tx.insertAudit(auditEntry(clock, { actor, action: 'invite', subject: email ?? 'by link' }))
      })
      tasks.nudge()
      return present(invitation)
    },

    async revoke(actor: string, id: string) {
      await administration.transaction(async (tx) => {
        const removed = await tx.removeInvitation(id)
        if (!removed) throw new AppError('NOT_FOUND', 'Invitation not found. It may have been used.')
        const subject = removed.email ?? 'by link'
        await tx.insertAudit(auditEntry(clock, { actor, action: 'revoke invitation', subject }))
      })
    },
  }
}
export type RegistrationInvitationService = ReturnType<typeof createRegistrationInvitationService>
