import { type Clock, days, hours } from '#server/platform/clock.ts'
import type { RateLimits } from '#server/platform/database/rate-limits.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { renderMail } from '#server/platform/mail/mail-page.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { cardSize } from '#server/platform/pictures/outline.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { Rights } from '#shared/invitations.ts'
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

/** Sends people the address that is theirs, with the cover, as somebody's letter would have a picture on it. */
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
      const words = renderMail(pageOf(invitation, link, message))
      await mailer.send({ to: invitation.email, subject: `${link.userName} invites you to ${link.title}`, ...words })
    },
  )

  function pageOf(invitation: InvitationRecord, link: InvitedLink, message: string) {
    const url = invitations.urlOf(invitation.id)
    return {
      heading: link.title,
      picture: link.coverImageId === null ? undefined : { url: `${url}/cover.jpg`, alt: '', ...cardSize },
      parts: [
        `${link.userName} invites you to ${link.imageCount === 1 ? 'one picture' : `${link.imageCount} pictures`}.`,
        ...(message ? [{ quote: message }] : []),
      ],
      button: { label: 'Open the gallery', url },
      after: sentencesOf(rightsOf(link, invitation.givenRights), earlier(link.expiresAt, invitation.expiresAt)),
      footer: `This address is for ${invitation.name} alone: ${url}\nWhoever has it sees the pictures. You get this mail because ${link.userName} entered your address. We use it for nothing else.`,
    }
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

const asDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const asList = new Intl.ListFormat('en-GB')

function sentencesOf({ download, comment, choose }: Rights, until: string | null) {
  const acts = [download && 'download', comment && 'comment', choose && 'choose favourites'].filter((act) => !!act)
  const sentences = [
    ...(acts.length > 0 ? [`You may ${asList.format(acts as string[])}.`] : []),
    ...(until ? [`The gallery is open until ${asDate.format(new Date(until))}.`] : []),
  ]
  return sentences.length > 0 ? [sentences.join(' ')] : []
}
