import { type Clock, days, hours } from '#server/platform/clock.ts'
import type { RateLimits } from '#server/platform/database/rate-limits.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { invitationMail as contentOf } from '#server/platform/mail/templates/invitation.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { InvitationRecord, InvitedLink } from './invitation-rows.ts'
import type { InvitationRepository } from './invitations.repository.ts'
import type { InvitationService } from './invitations.service.ts'
import { isExpired, rightsOf } from './link-access.ts'

type Dependencies = {
  repository: InvitationRepository
  invitations: InvitationService
  mailer: Mailer
  tasks: Tasks
  rateLimits: RateLimits
  clock: Clock
}

/** Sends people the address that is theirs. */
export function createInvitationMailService(dependencies: Dependencies) {
  const { repository, invitations, mailer, tasks, rateLimits, clock } = dependencies
  const byLink = rateLimits.define({ name: 'invitation-mails-of-link', limit: 10, windowMs: hours(1) })
  const byAccount = rateLimits.define({ name: 'invitation-mails-of-account', limit: 50, windowMs: days(1) })

  const invitationMail = tasks.define<{ invitationId: string; message: string }>(
    'invitation-mail',
    async ({ invitationId, message }) => {
      const invitation = await repository.find(invitationId)
      const link = invitation && (await repository.findLink(invitation.linkId))
      // What was taken back, or is over, in the meantime invites nobody.
      if (!link || !invitation.email || invitation.revokedAt || isExpired(invitation, clock.now())) return
      await mailer.send({ to: invitation.email, ...(await renderMail(letterOf(invitation, link, message))) })
    },
  )

  function letterOf(invitation: InvitationRecord, link: InvitedLink, message: string) {
    const url = invitations.urlOf(invitation.id)
    return contentOf({
      url,
      name: invitation.name,
      ownerName: link.userName,
      title: link.title,
      imageCount: link.imageCount,
      coverUrl: link.coverImageId === null ? undefined : `${url}/cover.jpg`,
      message,
      may: rightsOf(link, invitation.givenRights),
      closesAt: earlier(link.expiresAt, invitation.expiresAt),
    })
  }

  return {
    /** Written down before it is acknowledged, and sent beside the requests. */
    async send(viewer: Viewer, id: string, message: string) {
      const { invitation, link } = await invitations.requireOwn(viewer, id)
      if (!invitation.email) throw invalidField('email', 'This invitation has no email address to send it to')
      if (invitation.revokedAt)
        throw invalidField('email', 'This invitation was revoked: restore it before you send it')
      const ofLink = await byLink.take(link.id)
      if (ofLink.retryAfterSeconds > 0) throw tooMany(ofLink.retryAfterSeconds)
      const ofAccount = await byAccount.take(viewer.userId)
      if (ofAccount.retryAfterSeconds > 0) throw tooMany(ofAccount.retryAfterSeconds)
      await repository.insertTask(invitationMail({ invitationId: id, message }))
      tasks.nudge()
    },
  }
}
export type InvitationMailService = ReturnType<typeof createInvitationMailService>

const tooMany = (retryAfterSeconds: number) =>
  new AppError('RATE_LIMITED', 'Many invitations were sent already. Send the address yourself, or try again later.', {
    retryAfterSeconds,
  })

const earlier = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one
