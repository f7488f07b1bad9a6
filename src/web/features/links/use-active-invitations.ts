import { useQuery } from '@tanstack/react-query'
import type { Link } from '#shared/links.ts'
import { isInvited } from '#web/lib/audience.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'

type Invited = Pick<Link, '_id' | 'myRole'> | undefined

/** Returns an empty list while loading, and to editors. */
export function useActiveInvitations(link: Invited) {
  const enabled = link !== undefined && link.myRole !== 'editor'
  const { data = [] } = useQuery({ ...ownerQueries.invitations(link?._id ?? ''), enabled })
  return data.filter(isInvited)
}

export const useInvitedCount = (link: Invited) => useActiveInvitations(link).length
