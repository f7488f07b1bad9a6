import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { PlanId } from '#shared/plans.ts'
import { createCheckoutSession } from '#shared/subscriptions.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

/** Router state for the result page after a change without a checkout, so there's nothing to verify. */
type UnpaidChange = { unpaidChange: 'free' | 'changed' }

export const isUnpaidChange = (state: unknown): state is UnpaidChange =>
  typeof state === 'object' && state !== null && 'unpaidChange' in state

/** Opens the checkout, or the result page if the change doesn't need one. */
export function useChoosePlan() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: async (planId: PlanId) => {
      const { data } = await call(createCheckoutSession, { body: { planId } })
      if (!isAnswer(data)) throw new TypeError("Couldn't open the checkout")
      return data
    },
    onSuccess: (checkout) => {
      if ('checkoutUrl' in checkout) return window.location.assign(checkout.checkoutUrl)
      // Don't refetch yet, because the result page does.
      void queryClient.invalidateQueries({ queryKey: queryKeys.subscription, refetchType: 'none' })
      const state: UnpaidChange = { unpaidChange: 'free' in checkout ? 'free' : 'changed' }
      return navigate(pages.subscriptionSuccess, { state })
    },
  })

  // Going back from the checkout can restore this page from the bfcache in its busy state, so reset it.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])

  return { choose: mutate, failure: error && failureOf(error), isBusy: isPending || isSuccess }
}

const isAnswer = (data: unknown) =>
  typeof data === 'object' && data !== null && ['checkoutUrl', 'free', 'changed'].some((name) => name in data)

const failureOf = (error: Error) =>
  error instanceof ApiError
    ? errorMessage(error, 'Failed to process subscription. Please try again.')
    : 'An error occurred. Please try again.'
