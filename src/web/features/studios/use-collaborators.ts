import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CollaboratorRole, NewCollaborator } from '#shared/collaborator-forms.ts'
import {
  type Collaborator,
  createCollaborator,
  listCollaborators,
  removeCollaborator,
  sendCollaborator,
  updateCollaborator,
} from '#shared/collaborators.ts'
import { call } from '#web/lib/api.ts'
import { withFallback } from '#web/lib/error-message.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

export const useCollaborators = () =>
  useQuery({
    queryKey: queryKeys.collaborators,
    queryFn: ({ signal }) => call(listCollaborators, { signal }),
  })

export function useCollaboratorChanges() {
  const queryClient = useQueryClient()
  const update = (change: (known: Collaborator[]) => Collaborator[]) =>
    queryClient.setQueryData(queryKeys.collaborators, (known) => known && { ...known, data: change(known.data) })
  return {
    invite: async (body: NewCollaborator) => {
      const { data } = await call(createCollaborator, { body })
      update((known) => [data, ...known])
    },
    changeRole: async (id: string, role: CollaboratorRole) => {
      const { data } = await call(updateCollaborator, { params: { id }, body: { role } })
      update((known) => known.map((each) => (each._id === id ? data : each)))
    },
    send: (id: string) => call(sendCollaborator, { params: { id } }),
    remove: async (id: string) => {
      await call(removeCollaborator, { params: { id } }).catch(
        withFallback("They couldn't be removed. Please try again."),
      )
      update((known) => known.filter((each) => each._id !== id))
    },
  }
}
