import { days } from '#server/platform/clock.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { GivenRights, Rights } from '#shared/invitations.ts'
import type { Choosing, Commenting, GuestUploads, VisitorsSee } from '#shared/link-forms.ts'
import type { Mark } from './marks.ts'
import { isAtLeast, isOwner, type Role, roleOn } from './roles.ts'

export type LinkFacts = {
  id: string
  title: string
  userId: string
  /** Only links of active accounts are open to visitors. */
  ownerState: 'active' | 'unconfirmed' | 'disabled' | 'removed'
  isPrivate: boolean
  hasPassword: boolean
  /** Incremented when the password changes or the link becomes private, which ends earlier password passes. */
  passwordVersion: number
  allowDownloads: boolean
  choosing: Choosing
  comments: Commenting
  expiresAt: string | null
  guestUploads: GuestUploads
  hasGuestImages: boolean
  uploadsCloseAt: string | null
  visitorsSee: VisitorsSee
  revealAt: string | null
  /** Null if visitors get clean files. */
  mark: Mark | null
}

type PassInvitation = {
  id: string
  givenRights: GivenRights
  /** The sections this person can see, unless the link is public. Null means everything. */
  sections: readonly string[] | null
  expiresAt: string | null
  revokedAt: string | null
}

/** A pass is granted by the link's password or an invitation. Some passes only identify a guest. */
export type Pass = {
  id: string
  linkId: string
  /** Null for passes that come from an invitation or only identify a guest. */
  passwordVersion: number | null
  invitation: PassInvitation | null
  guestId: string | null
  /** The owner has blocked this pass's guest from adding images. */
  isBlocked: boolean
  lastUsedAt: string
}

export const passOfInvitation = (invitation: PassInvitation & { linkId: string }, now: Date): Pass => ({
  id: invitation.id,
  linkId: invitation.linkId,
  passwordVersion: null,
  invitation,
  guestId: null,
  isBlocked: false,
  lastUsedAt: now.toISOString(),
})

/** The guest who added an image. Everyone who uses the same invitation is the same guest. */
export type Adder = { id: string; invitationId: string | null; userId: string | null }

/** The pass identifies its guest even if it doesn't open the link. */
export const isAdder = (adder: Adder | null, { viewer, pass }: Pick<Question, 'viewer' | 'pass'>) =>
  adder !== null &&
  ((viewer !== undefined && !viewer.key && viewer.userId === adder.userId) ||
    (pass !== undefined && (pass.guestId === adder.id || (pass.invitation?.id ?? '') === adder.invitationId)))

/** `isBlocked` is set for guests who can't add images although others can. */
export type Access = {
  role: Role
  /** The watermark on every file this person gets. Null for clean files. */
  mark: Mark | null
  pass: Pass | undefined
  may: Rights
  sees: VisitorsSee
  /** The only sections this person can see. Null means everything, including images without a section. */
  sections: readonly string[] | null
  isBlocked?: true
}

/** What someone sees besides the images that they added. */
export type Sight = Pick<Access, 'sees' | 'sections'>

export const seesAll = ({ sees, sections }: Sight) => sees === 'all' && sections === null

/** True if this person sees the image even if they didn't add it. */
export const seesImage = ({ sees, sections }: Sight, image: { sectionId: string | null }) =>
  sees === 'all' && (sections === null || (image.sectionId !== null && sections.includes(image.sectionId)))

export const blocked = <Given extends Access>(given: Given): Given => ({
  ...given,
  may: { ...given.may, add: false },
  isBlocked: true,
})

type Question = {
  viewer: Viewer | undefined
  pass?: Pass | undefined
  now: Date
  /** The gallery page also expires for the owner, who can still manage the link by ID. */
  asPage?: boolean
}

/** A pass expires this long after `lastUsedAt`. */
export const passLifetimeMs = days(30)

const sentences = {
  LINK_EXPIRED: "This link can't be opened: it may be private or expired. Ask the owner for more time.",
  LINK_PRIVATE: "This link can't be opened: it may be private or expired. Ask the owner to invite you.",
  EMAIL_UNCONFIRMED: "This link isn't open yet. Its owner still has to confirm their email address.",
  PASSWORD_REQUIRED: 'This link needs a password. Ask the person who sent it to you.',
}

const isPast = (instant: string | null, now: Date) => instant !== null && instant <= now.toISOString()

export const isExpired = ({ expiresAt }: Pick<LinkFacts, 'expiresAt'>, now: Date) => isPast(expiresAt, now)

export const uploadsClosed = ({ uploadsCloseAt }: Pick<LinkFacts, 'uploadsCloseAt'>, now: Date) =>
  isPast(uploadsCloseAt, now)

/** With `own`, visitors only see the images that they added. */
const visitorsSeeAt = ({ visitorsSee, revealAt }: Pick<LinkFacts, 'visitorsSee' | 'revealAt'>, now: Date) =>
  isPast(revealAt, now) ? 'all' : visitorsSee

/** True if every visitor can see every image. */
export const isOpenToAll = (
  link: Pick<LinkFacts, 'ownerState' | 'isPrivate' | 'hasPassword' | 'expiresAt' | 'visitorsSee' | 'revealAt'>,
  now: Date,
) =>
  link.ownerState === 'active' &&
  !link.isPrivate &&
  !link.hasPassword &&
  !isExpired(link, now) &&
  visitorsSeeAt(link, now) === 'all'

export function isLive({ linkId, passwordVersion, invitation, lastUsedAt }: Pass, link: LinkFacts, now: Date) {
  if (linkId !== link.id || Date.parse(lastUsedAt) + passLifetimeMs <= now.getTime()) return false
  if (invitation) return invitation.revokedAt === null && !isExpired(invitation, now)
  return link.hasPassword && !link.isPrivate && passwordVersion === link.passwordVersion
}

type RightFacts = Pick<
  LinkFacts,
  'allowDownloads' | 'choosing' | 'comments' | 'guestUploads' | 'uploadsCloseAt' | 'visitorsSee' | 'revealAt'
>

/** Visitors who only see their own images can't download, comment on or pick the others. */
export function rightsOf(link: RightFacts, now: Date, given?: GivenRights): Rights {
  const seesAll = visitorsSeeAt(link, now) === 'all'
  const isForThem = link.guestUploads === 'everyone' || (link.guestUploads === 'invited' && given !== undefined)
  return {
    download: seesAll && (given?.download ?? link.allowDownloads),
    comment: given?.comment ?? link.comments !== 'off',
    choose: seesAll && (given?.choose ?? link.choosing === 'on'),
    add: !uploadsClosed(link, now) && (given?.add ?? isForThem),
  }
}

/** Anyone can see all of a public link without an invitation. */
export const sightOf = (
  link: Pick<LinkFacts, 'isPrivate' | 'hasPassword' | 'visitorsSee' | 'revealAt'>,
  now: Date,
  invitation?: Pick<PassInvitation, 'sections'> | null,
): Sight => ({
  sees: visitorsSeeAt(link, now),
  sections: link.isPrivate || link.hasPassword ? (invitation?.sections ?? null) : null,
})

/** Returns the comment setting that applies to this visitor. People invited to comment need no account. */
export function commentingOf({ comments }: Pick<LinkFacts, 'comments'>, { role, pass, may }: Access): Commenting {
  if (role === 'owner') return comments
  if (!may.comment) return 'off'
  return comments === 'guests' || pass?.invitation?.givenRights.comment ? 'guests' : 'accounts'
}

/** On someone's domain, other people's links don't exist. */
export const isServedOn = (link: Pick<LinkFacts, 'userId'>, { domain }: Pick<Caller, 'domain'>) =>
  domain === undefined || isOwner(link, { userId: domain.ownerId })

/** An API key can be limited to some of its owner's links. */
export function requireLinkOfKey(link: Pick<LinkFacts, 'id' | 'userId'>, viewer: Viewer | undefined) {
  const links = viewer?.key?.links ?? null
  if (links !== null && isOwner(link, viewer) && !links.includes(link.id)) {
    throw keyScope("This API key doesn't work for this link.")
  }
}

/** On other people's links, an API key is a stranger, not its owner's account. */
export const accountOn = (link: Pick<LinkFacts, 'userId'>, viewer: Viewer | undefined) =>
  viewer?.key && !isOwner(link, viewer) ? undefined : viewer

const keyScope = (sentence: string) => new AppError('KEY_SCOPE', sentence)

/** The access of the owner, a collaborator, or a visitor without a pass. Doesn't check that the link is open to them. */
export function uncheckedAccess(link: LinkFacts, viewer: Viewer | undefined, now: Date): Access {
  const role = roleOn(link, viewer)
  // Only the owner and editors get files without the watermark.
  const mark = isAtLeast(role, 'editor') ? null : link.mark
  return role === 'visitor'
    ? { role, mark, pass: undefined, may: rightsOf(link, now), ...sightOf(link, now) }
    : { role, mark, pass: undefined, may: teamRights(link, role), sees: 'all', sections: null }
}

const teamRights = ({ choosing, comments }: LinkFacts, role: Role): Rights => ({
  download: role !== 'uploader',
  comment: role === 'owner' || comments !== 'off',
  choose: choosing === 'on',
  add: true,
})

export function requireActiveOwner({ ownerState }: Pick<LinkFacts, 'ownerState'>) {
  if (ownerState === 'disabled' || ownerState === 'removed') throw linkNotFound()
  if (ownerState === 'unconfirmed') throw new AppError('EMAIL_UNCONFIRMED', sentences.EMAIL_UNCONFIRMED)
}

export function requireAccess<Link extends LinkFacts>(
  link: Link | undefined,
  { viewer, pass: given, now, asPage = false }: Question,
): { link: Link } & Access {
  if (!link) throw linkNotFound()
  requireLinkOfKey(link, viewer)
  const isOwn = isOwner(link, viewer)
  if (!isOwn) requireActiveOwner(link)
  const isOfTeam = roleOn(link, viewer) !== 'visitor'
  if (isExpired(link, now) && (asPage || !isOfTeam)) {
    const forOwner = isOwn ? { data: { _id: link.id, title: link.title } } : {}
    throw new AppError('LINK_EXPIRED', sentences.LINK_EXPIRED, forOwner)
  }
  if (isOfTeam) return { link, ...uncheckedAccess(link, viewer, now) }
  const pass = given && isLive(given, link, now) ? given : undefined
  if (link.isPrivate && !pass) throw new AppError('LINK_PRIVATE', sentences.LINK_PRIVATE)
  if (link.hasPassword && !pass) throw new AppError('PASSWORD_REQUIRED', sentences.PASSWORD_REQUIRED)
  if (viewer?.key?.isChange) throw keyScope("API keys can only read other people's galleries.")
  const may = rightsOf(link, now, pass?.invitation?.givenRights)
  return { link, role: 'visitor', mark: link.mark, pass, may, ...sightOf(link, now, pass?.invitation) }
}

/** What a live wall may do. It shows images whatever the link's door is. */
export const wallAccess = ({ mark }: LinkFacts): Access => ({
  role: 'visitor',
  mark,
  pass: undefined,
  may: { download: false, comment: false, choose: false, add: false },
  sees: 'all',
  sections: null,
})

export function requireWall<Link extends LinkFacts>(link: Link, now: Date): Link {
  requireActiveOwner(link)
  if (isExpired(link, now)) throw new AppError('LINK_EXPIRED', sentences.LINK_EXPIRED)
  return link
}

/** True if everyone who has the URL, and maybe the password, can add images. */
export const isAddingOpenToAll = (link: LinkFacts, now: Date) => !link.isPrivate && rightsOf(link, now).add

/** Checks whether the right password would open the link. Throws if the link is closed for another reason. */
export function isAskingForPassword(link: LinkFacts, now: Date) {
  requireActiveOwner(link)
  if (link.isPrivate || isExpired(link, now)) requireAccess(link, { viewer: undefined, now, asPage: true })
  return link.hasPassword
}

type ManagedLink = Pick<LinkFacts, 'id' | 'userId' | 'ownerState'>

/** Requires the owner or a collaborator with at least this role. */
export function requireRole<Link extends ManagedLink>(link: Link | undefined, viewer: Viewer, least: Role): Link {
  if (!link || link.ownerState === 'removed') throw linkNotFound()
  requireLinkOfKey(link, viewer)
  const role = roleOn(link, viewer)
  if (role !== 'owner' && role !== 'visitor') requireActiveOwner(link)
  if (!isAtLeast(role, least)) throw forbidden(role, least)
  return link
}

export const requireOwner = <Link extends ManagedLink>(link: Link | undefined, viewer: Viewer): Link =>
  requireRole(link, viewer, 'owner')

/** For collaborators. Visitors get a plain `AppError`. */
export class RoleTooWeak extends AppError {}

export const forbidden = (role: Role, least: Role = 'editor') =>
  new (role === 'visitor' ? AppError : RoleTooWeak)(
    'FORBIDDEN',
    role === 'uploader' && least !== 'owner'
      ? 'Only the owner and editors of this link can do that'
      : 'Only the owner of this link can do that',
  )

/** The link was deleted, or is in the trash. */
export const isDeleted = ({ ownerState }: Pick<LinkFacts, 'ownerState'>) => ownerState === 'removed'

export const linkNotFound = () => new AppError('NOT_FOUND', 'Link not found')
