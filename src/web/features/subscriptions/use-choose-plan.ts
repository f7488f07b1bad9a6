import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { PlanId } from '#shared/plans.ts'
import { createCheckoutSession } from '#shared/subscriptions.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { sentenceOf } from '#web/lib/sentence.ts'

/** The state of the result's page after a choice that took no payment: there is no checkout to verify. */
type UnpaidChoice = { unpaidChoice: 'free' | 'changed' }

export const isUnpaidChoice = (state: unknown): state is UnpaidChoice =>
  typeof state === 'object' && state !== null && 'unpaidChoice' in state

/** Chooses a plan: leads to where it is paid, or to the result where nothing has to be. */
export function useChoosePlan() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: async (planId: PlanId) => {
      const { data } = await call(createCheckoutSession, { body: { planId } })
      if (!isAnswer(data)) throw new TypeError('The checkout leads nowhere')
      return data
    },
    onSuccess: (checkout) => {
      if ('checkoutUrl' in checkout) return window.location.assign(checkout.checkoutUrl)
      // The result's page asks for the subscription itself.
      void queryClient.invalidateQueries({ queryKey: queryKeys.subscription, refetchType: 'none' })
      const state: UnpaidChoice = { unpaidChoice: 'free' in checkout ? 'free' : 'changed' }
      return navigate(pages.subscriptionSuccess, { state })
    },
  })

  // Whoever comes back from the checkout by the browser's Back button may find this very page, as it was when left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])

  return { choose: mutate, failure: error && failureOf(error), isBusy: isPending || isSuccess }
}

/** An answer that says neither where to pay nor that nothing has to be paid has chosen nothing. */
const isAnswer = (data: unknown) =>
  typeof data === 'object' && data !== null && ['checkoutUrl', 'free', 'changed'].some((name) => name in data)

const failureOf = (error: Error) =>
  error instanceof ApiError
    ? sentenceOf(error, 'Failed to process subscription. Please try again.')
    : 'An error occurred. Please try again.'
