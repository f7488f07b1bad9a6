import { useQueryClient } from '@tanstack/react-query'
import { updateUser } from '#shared/administered-users.ts'
import type { UserChange } from '#shared/administration-forms.ts'
import { call } from '#web/lib/api.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

export function useUserChange(id: string) {
  const queryClient = useQueryClient()
  return async (body: UserChange, said: string) => {
    await call(updateUser, { params: { id }, body })
    void notify('success', said)
    await queryClient.invalidateQueries({ queryKey: queryKeys.administration })
  }
}
