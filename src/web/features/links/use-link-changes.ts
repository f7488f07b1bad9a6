import { useQueryClient } from '@tanstack/react-query'
import { createLink, deleteLink, type Link, type LinkChange, type NewLink, updateLink } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { orSay } from '#web/lib/sentence.ts'

/** Making, changing and deleting links. Whatever else shows them is fetched anew. */
export function useLinkChanges() {
  const queryClient = useQueryClient()
  const refresh = (...key: string[]) => queryClient.invalidateQueries({ queryKey: key, exact: true })
  const refreshAll = (...key: string[]) => queryClient.invalidateQueries({ queryKey: key })

  return {
    async create(body: NewLink) {
      // Refused at the limit or not: what is known of the plan's use is out of date.
      const { data } = await call(createLink, { body }).finally(() => void refresh('subscription'))
      queryClient.setQueryData(['links', data._id], data)
      void refresh('links')
      return data
    },

    async update(id: string, body: LinkChange) {
      const { data } = await call(updateLink, { params: { id }, body })
      queryClient.setQueryData(['links', id], data)
      void refresh('links')
      void refreshAll('gallery')
      return data
    },

    async remove(id: string) {
      const sentence = 'Failed to delete link. Please try again.'
      await call(deleteLink, { params: { id } }).catch(orSay(sentence))
      queryClient.setQueryData<Link[]>(['links'], (links) => links?.filter((link) => link._id !== id))
      // Not fetched again where it is still on the screen: it would only be missing.
      void queryClient.invalidateQueries({ queryKey: ['links', id], refetchType: 'none' })
      void refresh('links')
      void refresh('subscription')
      void refreshAll('gallery')
      void refreshAll('analytics')
    },
  }
}
