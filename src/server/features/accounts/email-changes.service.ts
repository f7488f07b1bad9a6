import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, hours, instantIn, instantNow } from '#server/platform/clock.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { idLength, newId } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { deadEmailChange } from '#shared/sign-in.ts'
import type { AccountRepository } from './accounts.repository.ts'
import type { EmailChangeRepository } from './email-changes.repository.ts'
import { addressInUseEmail, emailChangeRequestedEmail, newEmailEmail } from './emails/email-change.ts'
import { emailChangedEmail } from './emails/email-changed.ts'
import type { SessionService } from './sessions.service.ts'
import { sessionOver } from './user-presenter.ts'

type Dependencies = {
  emailChanges: EmailChangeRepository
  accounts: AccountRepository
  sessions: SessionService
  emails: EmailService
  tasks: Tasks
  rateLimits: RateLimits
  signer: Signer
  invalidation: Invalidation
  clock: Clock
  publicUrl: string
}

const lifetimeMs = hours(24)

/** A token contains a signature of the request, so it doesn't have to be stored. */
export function createEmailChangeService(dependencies: Dependencies) {
  const { emailChanges, accounts, sessions, emails, tasks, rateLimits } = dependencies
  const { signer, invalidation, clock, publicUrl } = dependencies

  const signedText = (change: { id: string; email: string }) => `email-change/${change.id}/${change.email}`

  /** Checks for another account here, so the response and its timing don't reveal one. */
  const newAddressEmail = tasks.define<{ id: string }>('email-change-mail', async ({ id }) => {
    const change = await emailChanges.find(id, instantNow(clock))
    if (!change) return
    const isTaken = (await accounts.findByEmail(change.email)) !== undefined
    const url = `${publicUrl}/confirm-new-email/${id}${signer.sign(signedText(change))}`
    const content = isTaken ? addressInUseEmail() : newEmailEmail({ url })
    await emails.send({ kind: 'email-change', to: change.email, content })
  })

  const oldAddressEmail = tasks.define<{ id: string }>('email-change-notice', async ({ id }) => {
    const change = await emailChanges.find(id, instantNow(clock))
    const account = change && (await accounts.find(change.userId))
    if (!account) return
    const content = emailChangeRequestedEmail({ url: `${publicUrl}/account/security` })
    await emails.send({ kind: 'sign-in-notice', to: account.email, content })
  })

  const changedEmail = tasks.define<{ to: string }>('email-changed-mail', async ({ to }) => {
    await emails.send({ kind: 'email-changed', to, content: emailChangedEmail({ url: `${publicUrl}/contact` }) })
  })

  return {
    pendingOf: async (userId: string) => (await emailChanges.findOf(userId, instantNow(clock)))?.email ?? null,

    async request(viewer: Viewer, email: string) {
      await sessions.requireRecent(viewer)
      const account = await accounts.find(viewer.userId)
      if (!account) throw sessionOver()
      if (account.email === email) throw invalidField('email', 'This is already your email address')
      await rateLimits.emailChanges.takeOrThrow({ account: account.id })
      const change = { id: newId(), userId: account.id, email, expiresAt: instantIn(clock, lifetimeMs) }
      await emailChanges.transaction(async (tx) => {
        await tx.set(change)
        await tx.insertTask(newAddressEmail({ id: change.id }))
        await tx.insertTask(oldAddressEmail({ id: change.id }))
      })
      tasks.nudge()
      return emails.isDelivered
        ? `We've sent an email to ${email}. Open the link in it within 24 hours to finish.`
        : "Email isn't set up on this server. Ask the person who runs it for your confirmation link."
    },

    cancel: (viewer: Viewer) => emailChanges.removeOf(viewer.userId),

    async confirm(token: string) {
      const change = await emailChanges.find(token.slice(0, idLength), instantNow(clock))
      if (!change || !signer.verify(signedText(change), token.slice(idLength))) throw dead()
      await emailChanges.transaction(async (tx) => {
        const account = await tx.lock(change.userId)
        if (!account || !(await tx.take(change.id))) throw dead()
        await tx.insertTask(changedEmail({ to: account.email }))
        if (!(await tx.changeEmail(change.userId, change.email))) throw emailTaken()
      })
      await invalidation.invalidateOwner(change.userId)
      tasks.nudge()
    },

    removeExpired: () => emailChanges.removeExpired(instantNow(clock)),
  }
}
export type EmailChangeService = ReturnType<typeof createEmailChangeService>

const dead = () => invalidField('token', deadEmailChange)

const emailTaken = () => new AppError('EMAIL_TAKEN', 'An account with this email already exists')
