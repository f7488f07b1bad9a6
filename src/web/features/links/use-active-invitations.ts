import { useQuery } from '@tanstack/react-query'
import type { Link } from '#shared/links.ts'
import { isInvited } from '#web/lib/audience.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'

/** Returns an empty list while loading. */
export function useActiveInvitations(link: Pick<Link, '_id'> | undefined) {
  const { data = [] } = useQuery({ ...ownerQueries.invitations(link?._id ?? ''), enabled: link !== undefined })
  return data.filter(isInvited)
}

export const useInvitedCount = (link: Pick<Link, '_id'> | undefined) => useActiveInvitations(link).length
