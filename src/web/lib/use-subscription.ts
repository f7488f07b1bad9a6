import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PlanId } from '#shared/plans.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import { call } from './api.ts'
import { orSay } from './sentence.ts'
import { useUser } from './session.ts'

/** One's own subscription, asked for in the same way wherever it is shown. */
export const ownSubscription = queryOptions({
  queryKey: ['subscription'],
  queryFn: async () =>
    (await call(getSubscription).catch(orSay('Failed to fetch subscription data. Please try again.'))).data,
})

/** The signed-in user's plan, and how much of it is used. */
export function useSubscription() {
  const user = useUser()
  return useQuery({ ...ownSubscription, enabled: user !== undefined })
}

/** Free is what counts while nothing better is known; undefined only until the first answer. */
export function usePlanId(): PlanId | undefined {
  const { data, isPending } = useSubscription()
  return isPending ? undefined : (data?.plan ?? 'free')
}
