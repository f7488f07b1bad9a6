import { useQuery } from '@tanstack/react-query'
import type { Link } from '#shared/links.ts'
import { isInvited } from '#web/lib/audience.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'

/** Returns the number of active invitations, or 0 while loading. */
export function useInvitedCount(link: Pick<Link, '_id'> | undefined) {
  const { data = [] } = useQuery({ ...ownerQueries.invitations(link?._id ?? ''), enabled: link !== undefined })
  return data.filter(isInvited).length
}
