import { useQueryClient } from '@tanstack/react-query'
import type { GuestComment, NewComment } from '#shared/comment-forms.ts'
import { approveComment, createComment, deleteComment, updateComment } from '#shared/comments.ts'
import { call } from '#web/lib/api.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

/** Each change throws on failure. Otherwise it refetches the list and shows a toast. */
export function useCommentChanges(imageId: string) {
  const queryClient = useQueryClient()
  const succeed = async (sentence: string) => {
    await queryClient.invalidateQueries({ queryKey: queryKeys.comments(imageId) })
    void notify('success', sentence)
  }
  return {
    add: async (body: NewComment) => {
      await call(createComment, { params: { imageId }, body })
      await succeed('Comment added successfully!')
    },
    addAsGuest: async (body: GuestComment, ownerName: string) => {
      const { data } = await call(createComment, { params: { imageId }, body })
      const pending = `Sent to ${ownerName || 'the owner'} for approval.`
      await succeed(data.state === 'waiting' ? pending : 'Comment added successfully!')
    },
    approve: async (id: string) => {
      await call(approveComment, { params: { id } })
      await succeed('Comment approved')
    },
    update: async (id: string, body: NewComment) => {
      await call(updateComment, { params: { id }, body })
      await succeed('Comment updated successfully!')
    },
    remove: async (id: string) => {
      await call(deleteComment, { params: { id } })
      await succeed('Comment deleted successfully!')
    },
  }
}
