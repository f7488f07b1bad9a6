import type { Invitation } from '#shared/invitations.ts'
import type { Link } from '#shared/links.ts'

/** Who can open a link: anyone, anyone with the password, or the owner and invited people. */
export type Audience = 'public' | 'password' | 'private'

/** Only the owner's copy of a link has `hasPassword`. */
export function audienceOf({ isPrivate, hasPassword = false }: Pick<Link, 'isPrivate' | 'hasPassword'>): Audience {
  if (isPrivate) return 'private'
  return hasPassword ? 'password' : 'public'
}

export const isInvited = ({ revokedAt, expiresAt }: Pick<Invitation, 'revokedAt' | 'expiresAt'>) =>
  !revokedAt && !(expiresAt && Date.parse(expiresAt) <= Date.now())
