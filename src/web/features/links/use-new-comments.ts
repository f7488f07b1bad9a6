import { useInfiniteQuery } from '@tanstack/react-query'
import { ownerQueries } from '#web/lib/queries/owner.ts'

/** Counts unread comments in the activity that the bell has already loaded. */
export function useNewComments(linkId: string) {
  const { data } = useInfiniteQuery({ ...ownerQueries.activity, enabled: false })
  const events = data?.pages.flatMap((page) => page.data) ?? []
  return events.filter(({ kind, isRead, link }) => kind === 'comment' && !isRead && link._id === linkId).length
}
