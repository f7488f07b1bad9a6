import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { LinkChange, NewLink } from '#shared/link-forms.ts'
import { createLink, deleteLink, updateLink } from '#shared/links.ts'
import { restoreTrash } from '#shared/trash.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage, withFallback } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

export function useLinkChanges() {
  const queryClient = useQueryClient()
  const invalidateAll = (queryKey: QueryKey) => void queryClient.invalidateQueries({ queryKey })
  const invalidateUsage = () => invalidateAll(queryKeys.subscription)
  const invalidateList = () => void queryClient.invalidateQueries({ queryKey: queryKeys.links, exact: true })

  return {
    async create(body: NewLink) {
      // Refetch the usage even on failure, because it's stale if the limit was reached.
      const { data } = await call(createLink, { body }).finally(invalidateUsage)
      queryClient.setQueryData(queryKeys.link(data._id), data)
      invalidateList()
      return data
    },

    async update(id: string, body: LinkChange) {
      const { data } = await call(updateLink, { params: { id }, body })
      queryClient.setQueryData(queryKeys.link(id), data)
      invalidateList()
      void queryClient.invalidateQueries({ queryKey: queryKeys.sharedLinks, exact: true })
      invalidateAll(queryKeys.galleries)
      // Invitations use the link's permissions unless they set their own.
      invalidateAll(queryKeys.invitations(id))
      return data
    },

    async remove(id: string) {
      const sentence = 'Failed to delete link. Please try again.'
      await call(deleteLink, { params: { id } }).catch(withFallback(sentence))
      queryClient.setQueryData(queryKeys.links, (links) => links?.filter((link) => link._id !== id))
      invalidateAll(queryKeys.trash)
      // Don't refetch a deleted link that's still on screen, because the response would be a 404.
      void queryClient.invalidateQueries({ queryKey: queryKeys.link(id), refetchType: 'none' })
      invalidateList()
      invalidateUsage()
      invalidateAll(queryKeys.galleries)
      invalidateAll(queryKeys.allAnalytics)
    },

    /** Undoes a deletion. */
    async restore(id: string) {
      try {
        await call(restoreTrash, { body: { linkIds: [id] } })
      } catch (error) {
        await notify('error', errorMessage(error, "Couldn't restore the link. Please try again."))
      }
      for (const key of [queryKeys.links, queryKeys.trash, queryKeys.galleries, queryKeys.allAnalytics])
        invalidateAll(key)
      invalidateUsage()
    },
  }
}
