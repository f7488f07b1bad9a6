import type { Invitation } from '#shared/invitations.ts'
import type { Link } from '#shared/links.ts'

/** Whom a link opens for: all who have its address, those of them who know the password, or its owner and people invited. */
export type Audience = 'public' | 'password' | 'private'

/** Its owner alone knows of a password. */
export function audienceOf({ isPrivate, hasPassword = false }: Pick<Link, 'isPrivate' | 'hasPassword'>): Audience {
  if (isPrivate) return 'private'
  return hasPassword ? 'password' : 'public'
}

/** Neither revoked nor over: this invitation lets somebody in. */
export const isInvited = ({ revokedAt, expiresAt }: Pick<Invitation, 'revokedAt' | 'expiresAt'>) =>
  !revokedAt && !(expiresAt && Date.parse(expiresAt) <= Date.now())
