import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'

/** All that decides who may see a link, and with it every image, file and comment under it. */
export type LinkFacts = { id: string; title: string; userId: string; isPrivate: boolean; expiresAt: string | null }

export type Role = 'owner' | 'visitor'

type Question = {
  viewer: Viewer | undefined
  now: Date
  /** A gallery page is closed by its expiry even to the owner, who goes on managing the link by its id. */
  asPage?: boolean
}

const sentences = {
  LINK_EXPIRED: 'This link cannot be opened: it may be private or expired, and its time is over.',
  LINK_PRIVATE: 'This link cannot be opened: it may be private or expired. Only its owner can view a private link.',
}

export const isExpired = ({ expiresAt }: Pick<LinkFacts, 'expiresAt'>, now: Date) =>
  expiresAt !== null && expiresAt <= now.toISOString()

/** Whether everybody may see it, so that what is shown of it is the same for all visitors. */
export const isOpenToAll = (link: Pick<LinkFacts, 'isPrivate' | 'expiresAt'>, now: Date) =>
  !link.isPrivate && !isExpired(link, now)

/** The one decision: who is this viewer to this link? Throws for those who may not see it. */
export function requireAccess<Link extends LinkFacts>(
  link: Link | undefined,
  { viewer, now, asPage = false }: Question,
): { link: Link; role: Role } {
  if (!link) throw linkNotFound()
  const isOwner = viewer?.userId === link.userId
  if (isExpired(link, now) && (asPage || !isOwner)) {
    const forOwner = isOwner ? { data: { _id: link.id, title: link.title } } : {}
    throw new AppError('LINK_EXPIRED', sentences.LINK_EXPIRED, forOwner)
  }
  if (isOwner) return { link, role: 'owner' }
  if (link.isPrivate) throw new AppError('LINK_PRIVATE', sentences.LINK_PRIVATE)
  return { link, role: 'visitor' }
}

/** For what only the owner may do, whatever the link's state. */
export function requireOwner<Link extends LinkFacts>(link: Link | undefined, viewer: Viewer): Link {
  if (!link) throw linkNotFound()
  if (link.userId !== viewer.userId) throw new AppError('FORBIDDEN', 'Only the owner of this link can do that')
  return link
}

export const linkNotFound = () => new AppError('NOT_FOUND', 'Link not found')
