import { useInfiniteQuery } from '@tanstack/react-query'
import { ownerQueries } from '#web/lib/queries/owner.ts'

/** How many comments on a link its owner has not read yet, as far as the bell has heard. */
export function useNewComments(linkId: string) {
  const { data } = useInfiniteQuery({ ...ownerQueries.activity, enabled: false })
  const events = data?.pages.flatMap((page) => page.data) ?? []
  return events.filter(({ kind, isRead, link }) => kind === 'comment' && !isRead && link._id === linkId).length
}
