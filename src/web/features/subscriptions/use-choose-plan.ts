import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { PlanId } from '#shared/plans.ts'
import { createCheckoutSession } from '#shared/subscriptions.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { sentenceOf } from '#web/lib/sentence.ts'
import type { Arrival } from './arrival.ts'

/** Chooses a plan: leads to where it is paid, or to the result where nothing has to be. */
export function useChoosePlan() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: async (planId: PlanId) => (await call(createCheckoutSession, { body: { planId } })).data,
    onSuccess: (checkout) => {
      if ('checkoutUrl' in checkout) return window.location.assign(checkout.checkoutUrl)
      void queryClient.invalidateQueries({ queryKey: ['subscription'] })
      const state: Arrival = { arrived: 'free' in checkout ? 'free' : 'changed' }
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

const failureOf = (error: Error) =>
  error instanceof ApiError
    ? sentenceOf(error, 'Failed to process subscription. Please try again.')
    : 'An error occurred. Please try again.'
