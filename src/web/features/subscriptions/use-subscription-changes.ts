import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelSubscription, openPortal, resumeSubscription } from '#shared/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

export function useSubscriptionChanges() {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.subscription

  /** Rethrows errors, because ConfirmDialog shows their message. */
  async function cancel() {
    try {
      const { data } = await call(cancelSubscription)
      await queryClient.invalidateQueries({ queryKey })
      void notify('success', data.message)
    } catch (error) {
      throw new Error(errorMessage(error, 'Failed to cancel subscription. Please try again.'))
    }
  }

  const resuming = useMutation({
    mutationFn: () => call(resumeSubscription),
    onSuccess: ({ data }) => queryClient.setQueryData(queryKey, data),
  })
  const opening = useMutation({
    mutationFn: () => call(openPortal),
    onSuccess: ({ data }) => window.location.assign(data.url),
  })

  return {
    cancel,
    resume: {
      run: () => resuming.mutate(),
      isBusy: resuming.isPending,
      failure: resuming.error && errorMessage(resuming.error, 'Failed to resume subscription. Please try again.'),
    },
    openPortal: {
      run: () => opening.mutate(),
      isBusy: opening.isPending,
      failure: opening.error && errorMessage(opening.error, 'Failed to open the billing portal. Please try again.'),
    },
  }
}
