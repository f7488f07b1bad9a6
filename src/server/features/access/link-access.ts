import { days } from '#server/platform/clock.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { GivenRights, Rights } from '#shared/invitations.ts'
import type { Choosing, Commenting } from '#shared/link-forms.ts'

/** All that decides who may see a link, and with it every image, file and comment under it. */
export type LinkFacts = {
  id: string
  title: string
  userId: string
  /** Only what belongs to an active account is open to visitors. */
  ownerState: 'active' | 'unconfirmed' | 'disabled' | 'removed'
  isPrivate: boolean
  hasPassword: boolean
  /** Passes that the password gave at another version have ended. */
  passwordVersion: number
  allowDownloads: boolean
  choosing: Choosing
  comments: Commenting
  expiresAt: string | null
}

/** What somebody got who came through a door of a link: the password of that time, or an invitation. */
export type Pass = {
  id: string
  linkId: string
  /** null where it came by an invitation, and where it opens nothing but says who somebody is. */
  passwordVersion: number | null
  invitation: { id: string; givenRights: GivenRights; expiresAt: string | null; revokedAt: string | null } | null
  lastUsedAt: string
}

type Role = 'owner' | 'visitor'

/** What an invitation opens by itself, as the pass of whoever comes by it would. */
export const passOfInvitation = (invitation: Pass['invitation'] & { linkId: string }, now: Date): Pass => ({
  id: invitation.id,
  linkId: invitation.linkId,
  passwordVersion: null,
  invitation,
  lastUsedAt: now.toISOString(),
})

/** Who somebody is to a link, by which pass, and what they may do there. */
export type Access = { role: Role; pass: Pass | undefined; may: Rights }

type Question = {
  viewer: Viewer | undefined
  pass?: Pass | undefined
  now: Date
  /** A gallery page is closed by its expiry even to the owner, who goes on managing the link by its id. */
  asPage?: boolean
}

/** From its last use on. */
export const passLifetimeMs = days(30)

const sentences = {
  LINK_EXPIRED: 'This link cannot be opened: it may be private or expired, and its time is over.',
  LINK_PRIVATE: 'This link cannot be opened: it may be private or expired. Only its owner can view a private link.',
  EMAIL_UNCONFIRMED: 'This link is not open yet: its owner has still to confirm an e-mail address.',
  PASSWORD_REQUIRED: 'This link opens with a password. The person who sent it to you has it.',
}

export const isExpired = ({ expiresAt }: Pick<LinkFacts, 'expiresAt'>, now: Date) =>
  expiresAt !== null && expiresAt <= now.toISOString()

/** Whether everybody may see it, so that what is shown of it is the same for all visitors. */
export const isOpenToAll = (
  link: Pick<LinkFacts, 'ownerState' | 'isPrivate' | 'hasPassword' | 'expiresAt'>,
  now: Date,
) => link.ownerState === 'active' && !link.isPrivate && !link.hasPassword && !isExpired(link, now)

/** Whether a pass opens this link: it ends with the door that it came through. */
export function isLive({ linkId, passwordVersion, invitation, lastUsedAt }: Pass, link: LinkFacts, now: Date) {
  if (linkId !== link.id || Date.parse(lastUsedAt) + passLifetimeMs <= now.getTime()) return false
  if (invitation) return invitation.revokedAt === null && !isExpired(invitation, now)
  return link.hasPassword && !link.isPrivate && passwordVersion === link.passwordVersion
}

const ownerMay: Rights = { download: true, comment: true, choose: true }

/** What an invitation leaves open follows the link. */
export function rightsOf(
  link: Pick<LinkFacts, 'allowDownloads' | 'choosing' | 'comments'>,
  given?: GivenRights,
): Rights {
  return {
    download: given?.download ?? link.allowDownloads,
    comment: given?.comment ?? link.comments !== 'off',
    choose: given?.choose ?? link.choosing === 'on',
  }
}

/** Who may comment, as somebody who was let in is told it: whoever was given the right in person needs no account. */
export function commentingOf({ comments }: Pick<LinkFacts, 'comments'>, { role, pass, may }: Access): Commenting {
  if (role === 'owner') return comments
  if (!may.comment) return 'off'
  return comments === 'guests' || pass?.invitation?.givenRights.comment ? 'guests' : 'accounts'
}

/** What any visitor is to a link that is open to all. */
export const visitorOf = (link: LinkFacts): Access => ({ role: 'visitor', pass: undefined, may: rightsOf(link) })

/** What its owner is to a link. */
export const ownerAccess: Access = { role: 'owner', pass: undefined, may: ownerMay }

/** Whatever else would open a link: to visitors those of a disabled account are not there, nor what was deleted; others wait for their owner. */
export function requireActiveOwner({ ownerState }: Pick<LinkFacts, 'ownerState'>) {
  if (ownerState === 'disabled' || ownerState === 'removed') throw linkNotFound()
  if (ownerState === 'unconfirmed') throw new AppError('EMAIL_UNCONFIRMED', sentences.EMAIL_UNCONFIRMED)
}

/** The one decision: who is this viewer to this link? Throws for those who may not see it. */
export function requireAccess<Link extends LinkFacts>(
  link: Link | undefined,
  { viewer, pass: given, now, asPage = false }: Question,
): { link: Link } & Access {
  if (!link) throw linkNotFound()
  const isOwner = viewer?.userId === link.userId
  if (!isOwner) requireActiveOwner(link)
  if (isExpired(link, now) && (asPage || !isOwner)) {
    const forOwner = isOwner ? { data: { _id: link.id, title: link.title } } : {}
    throw new AppError('LINK_EXPIRED', sentences.LINK_EXPIRED, forOwner)
  }
  if (isOwner) return { link, ...ownerAccess, may: { ...ownerMay, choose: link.choosing === 'on' } }
  const pass = given && isLive(given, link, now) ? given : undefined
  if (link.isPrivate && !pass) throw new AppError('LINK_PRIVATE', sentences.LINK_PRIVATE)
  if (link.hasPassword && !pass) throw new AppError('PASSWORD_REQUIRED', sentences.PASSWORD_REQUIRED)
  return { link, role: 'visitor', pass, may: rightsOf(link, pass?.invitation?.givenRights) }
}

/** Whether a password would open it; throws where nothing would. */
export function isAskingForPassword(link: LinkFacts, now: Date) {
  requireActiveOwner(link)
  if (link.isPrivate || isExpired(link, now)) requireAccess(link, { viewer: undefined, now, asPage: true })
  return link.hasPassword
}

/** For what only the owner may do, whatever the link's state. */
export function requireOwner<Link extends Pick<LinkFacts, 'userId' | 'ownerState'>>(
  link: Link | undefined,
  viewer: Viewer,
): Link {
  if (!link || link.ownerState === 'removed') throw linkNotFound()
  if (link.userId !== viewer.userId) throw new AppError('FORBIDDEN', 'Only the owner of this link can do that')
  return link
}

export const linkNotFound = () => new AppError('NOT_FOUND', 'Link not found')
