import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ActivityEvent, readActivity } from '#shared/activity.ts'
import { approveComment, deleteComment } from '#shared/comments.ts'
import { updateLink } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'

const dayMs = 24 * 60 * 60 * 1000

export function useActivity() {
  const query = useInfiniteQuery(ownerQueries.activity)
  return { ...query, events: query.data?.pages.flatMap(({ data }) => data), unread: query.data?.pages[0]?.unread ?? 0 }
}

export function useActivityChanges() {
  const queryClient = useQueryClient()
  const useChange = <Input>(act: (input: Input) => Promise<string | undefined>, fallback: string) =>
    useMutation({
      mutationFn: act,
      onSuccess: (sentence) => {
        if (sentence) void notify('success', sentence)
      },
      onError: (error) => void notify('error', errorMessage(error, fallback)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.activity }),
    })

  /** The dashboard counts unread comments. */
  const forgetNews = () => void queryClient.invalidateQueries({ queryKey: queryKeys.links, exact: true })
  const forgetComments = ({ imageId }: ActivityEvent) => {
    forgetNews()
    void queryClient.invalidateQueries({ queryKey: queryKeys.comments(imageId ?? '') })
  }

  return {
    read: useChange(async () => {
      await call(readActivity)
      forgetNews()
      return undefined
    }, "Couldn't mark activity as read"),
    approve: useChange(async (event: ActivityEvent) => {
      await call(approveComment, { params: { id: event.commentId ?? '' } })
      forgetComments(event)
      return 'Comment approved'
    }, 'Error approving comment'),
    remove: useChange(async (event: ActivityEvent) => {
      await call(deleteComment, { params: { id: event.commentId ?? '' } })
      forgetComments(event)
      return 'Comment deleted successfully!'
    }, 'Error deleting comment'),
    extend: useChange(async ({ link }: ActivityEvent) => {
      if (!link) return undefined
      const expiresAt = new Date(Date.now() + 7 * dayMs).toISOString()
      await call(updateLink, { params: { id: link._id }, body: { expiresAt } })
      void queryClient.invalidateQueries({ queryKey: queryKeys.links })
      return `${link.title} is open for another week`
    }, "Couldn't change the date"),
  }
}
export type ActivityChanges = ReturnType<typeof useActivityChanges>
