import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { days } from '#server/platform/clock.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { idLength } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import { deadConfirmation } from '#shared/accounts.ts'
import { invalidField } from '#shared/errors.ts'
import type { AccountRepository } from './accounts.repository.ts'
import { confirmationEmail } from './emails/email-confirmation.ts'
import { sessionOver } from './user-presenter.ts'

type Dependencies = {
  accounts: AccountRepository
  emails: EmailService
  tasks: Tasks
  rateLimits: RateLimits
  signer: Signer
  publicUrl: string
  invalidation: Invalidation
}

/** A token contains a signature of the account ID and email address, so it doesn't have to be stored. */
export function createConfirmationService(dependencies: Dependencies) {
  const { accounts, emails, tasks, rateLimits, signer, publicUrl, invalidation } = dependencies

  const signedText = (account: { id: string; email: string }) => `confirm/${account.id}/${account.email}`

  const emailTask = tasks.define<{ userId: string }>('confirmation-mail', async ({ userId }) => {
    const account = await accounts.find(userId)
    if (!account || account.isConfirmed || account.isDisabled) return
    const content = confirmationEmail({
      url: `${publicUrl}/confirm-email/${account.id}${signer.sign(signedText(account))}`,
    })
    await emails.send({ kind: 'email-confirmation', to: account.email, content })
  })

  return {
    /** Insert this task in the same transaction as the account. */
    emailTask: (userId: string) => emailTask({ userId }),

    async confirm(token: string) {
      const account = await accounts.find(token.slice(0, idLength))
      if (!account || !signer.verify(signedText(account), token.slice(idLength))) {
        throw invalidField('token', deadConfirmation)
      }
      if (await accounts.confirm(account.id)) await invalidation.invalidateOwner(account.id)
    },

    async sendAgain(viewer: Viewer) {
      const account = await accounts.find(viewer.userId)
      if (!account) throw sessionOver()
      if (account.isConfirmed) return 'Your email address is confirmed.'
      const { retryAfterSeconds } = await rateLimits.confirmationEmails.take({ account: account.id })
      const recipient = { kind: 'email-confirmation', to: account.email } as const
      if (retryAfterSeconds > 0 || !(await emails.canSend(recipient)))
        throw rateLimits.confirmationEmails.error(days(1) / 1000)
      await accounts.insertTask(emailTask({ userId: account.id }))
      tasks.nudge()
      return emails.isDelivered
        ? "We've sent you an email. If it doesn't arrive, check your spam folder."
        : "Email isn't set up on this server. Ask the person who runs it for your confirmation link."
    },

    /** When CONFIRM_EMAIL is off, this confirms the accounts that registered while it was on. */
    confirmAll: () => accounts.confirm(),
  }
}
export type ConfirmationService = ReturnType<typeof createConfirmationService>
