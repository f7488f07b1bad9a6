import { isOpenToAll, type LinkFacts, type Pass, requireAccess } from '#server/features/access/link-access.ts'
import { AppError } from '#shared/errors.ts'
import type { FollowerGrant, FollowerRecord } from './followers.repository.ts'

/** Converts a grant into an equivalent pass. Returns undefined if the gallery was open to everyone at the time. */
function passOf({ id, linkId }: FollowerRecord, grant: FollowerGrant, now: Date): Pass | undefined {
  const { invitationId, passwordVersion, invitation } = grant
  if (invitationId === null && passwordVersion === null) return undefined
  const givenRights = { download: null, comment: null, choose: null, add: null }
  return {
    id,
    linkId,
    passwordVersion,
    invitation: invitationId === null ? null : { id: invitationId, givenRights, ...invitation },
    guestId: null,
    isBlocked: false,
    lastUsedAt: now.toISOString(),
  }
}

/** Returns undefined if the follower can't see the gallery anymore. */
export function openTo<Link extends LinkFacts>(
  follower: FollowerRecord,
  link: Link | undefined,
  now: Date,
  grant: FollowerGrant = follower,
) {
  try {
    const opened = requireAccess(link, { viewer: undefined, pass: passOf(follower, grant, now), now, asPage: true })
    return { link: opened.link, isPublic: isOpenToAll(opened.link, now), sees: opened.sees, sections: opened.sections }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
