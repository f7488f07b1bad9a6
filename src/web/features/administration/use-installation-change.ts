import { useQueryClient } from '@tanstack/react-query'
import { updateInstallation } from '#shared/administration.ts'
import type { InstallationChange } from '#shared/administration-forms.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

export function useInstallationChange() {
  const queryClient = useQueryClient()
  return async (body: InstallationChange, said: string) => {
    try {
      const { data } = await call(updateInstallation, { body })
      queryClient.setQueryData(queryKeys.config, (config) => config && { ...config, ...data })
      void notify('success', said)
      await queryClient.invalidateQueries({ queryKey: queryKeys.administration })
    } catch (error) {
      void notify('error', thrownMessage(error, "That didn't work. Please try again."))
    }
  }
}
