import type { EmailService } from '#server/features/emails/emails.service.ts'
import { type Clock, days, instantIn } from '#server/platform/clock.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import type { EmailBrand } from '#server/platform/email/email-content.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import type { RegistrationMode } from '#shared/config.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { invitationEmail as contentOf } from './emails/invitation.ts'
import type { InvitationRecord, InvitedLink } from './invitation-rows.ts'
import type { InvitationRepository } from './invitations.repository.ts'
import type { InvitationService } from './invitations.service.ts'
import { isExpired, rightsOf } from './link-access.ts'

type Dependencies = {
  repository: InvitationRepository
  invitations: InvitationService
  timeZoneOf: (userId: string) => Promise<string>
  brandOf: (userId: string) => Promise<EmailBrand | undefined>
  emails: EmailService
  tasks: Tasks
  rateLimits: RateLimits
  clock: Clock
  registration: () => Promise<RegistrationMode>
}

export function createInvitationEmailService(dependencies: Dependencies) {
  const { repository, invitations, timeZoneOf, brandOf, emails, tasks, rateLimits, clock, registration } = dependencies

  const emailTask = tasks.define<{ invitationId: string; message: string }>(
    'invitation-mail',
    async ({ invitationId, message }) => {
      const invitation = await repository.find(invitationId)
      const link = invitation && (await repository.findLink(invitation.linkId))
      // The invitation may have expired or been revoked since the email was queued.
      if (!link || !invitation.email || invitation.revokedAt || isExpired(invitation, clock.now())) return
      if (link.ownerState !== 'active') return
      const content = await emailOf(invitation, link, message)
      await emails.send({ kind: 'invitation', to: invitation.email, content })
    },
  )

  async function emailOf(invitation: InvitationRecord, link: InvitedLink, message: string) {
    const url = await invitations.urlOf(invitation.id, link)
    const { imageCount, coverImageId } = await invitations.asSeenBy(invitation, link)
    return contentOf({
      url,
      name: invitation.name,
      ownerName: link.userName,
      title: link.title,
      imageCount,
      coverUrl: coverImageId === null ? undefined : `${url}/cover.jpg`,
      message,
      may: rightsOf(link, clock.now(), invitation.givenRights),
      closesAt: earlier(link.expiresAt, invitation.expiresAt),
      timeZone: await timeZoneOf(link.userId),
      brand: await brandOf(link.userId),
    })
  }

  /** Anyone can sign up when registration is open, so new accounts get a lower limit. */
  const isNew = async ({ isOwnerAdmin, ownerCreatedAt }: InvitedLink) =>
    !isOwnerAdmin && ownerCreatedAt > instantIn(clock, -days(1)) && (await registration()) === 'open'

  async function count(link: InvitedLink, network: string) {
    const { invitationEmailsOfAccount, invitationEmailsOfNewAccount } = rateLimits
    const ofAccount = (await isNew(link)) ? invitationEmailsOfNewAccount : invitationEmailsOfAccount
    await rateLimits.invitationEmailsOfLink.takeOrThrow({ link: link.id })
    await ofAccount.takeOrThrow({ account: link.userId })
    await rateLimits.invitationEmailsOfNetwork.takeOrThrow({ network })
  }

  return {
    /** Resolves when the email is queued in the database. A task sends it in the background. */
    async send(viewer: Viewer, id: string, message: string, network: string) {
      const { invitation, link } = await invitations.requireOwn(viewer, id)
      if (!invitation.email) throw invalidField('email', 'This invitation has no email address to send it to')
      if (invitation.revokedAt)
        throw invalidField('email', 'This invitation was revoked. Restore it before you send it.')
      if (link.ownerState !== 'active') throw unconfirmed()
      if (!(await emails.canSend({ kind: 'invitation', to: invitation.email }))) throw hasEnough()
      await count(link, network)
      await repository.insertTask(emailTask({ invitationId: id, message }))
      tasks.nudge()
      return emails.isDelivered ? 'Sent' : "Email isn't set up on this server. Copy the link and send it yourself."
    },
  }
}
export type InvitationEmailService = ReturnType<typeof createInvitationEmailService>

const unconfirmed = () =>
  new AppError(
    'EMAIL_UNCONFIRMED',
    'Confirm your email address first. Meanwhile you can copy the link and send it yourself.',
  )

/**
 * The message is the same for every reason, so owners don't learn whether the recipient opted out of our emails or how
 * many they get from others.
 */
const hasEnough = () =>
  new AppError('RATE_LIMITED', "We can't email this address today. Copy the link and send it yourself.", {
    retryAfterSeconds: days(1) / 1000,
  })

const earlier = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one
