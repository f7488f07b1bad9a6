import { useQueryClient } from '@tanstack/react-query'
import { type Choice, deleteChoice, reopenChoice } from '#shared/choices.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { nameOf } from './chosen-images.ts'

export function useChoiceActions(linkId: string) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.choices(linkId) })
  return {
    async reopen(choice: Choice) {
      try {
        await call(reopenChoice, { params: { id: choice._id } })
        await refresh()
        await notify('success', `${nameOf(choice)} can now edit and resend their favorites`)
      } catch (error) {
        await notify('error', errorMessage(error, "Couldn't reopen the list. Please try again."))
      }
    },
    async remove(choice: Choice) {
      await call(deleteChoice, { params: { id: choice._id } })
      await refresh()
    },
  }
}
