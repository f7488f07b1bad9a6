import { useQuery } from '@tanstack/react-query'
import type { PlanId } from '#shared/plans.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import { call } from './api.ts'
import { useUser } from './session.ts'

/** The signed-in user's plan, and how much of it is used. */
export const useSubscription = () => {
  const user = useUser()
  return useQuery({
    queryKey: ['subscription'],
    queryFn: async () => (await call(getSubscription)).data,
    enabled: user !== undefined,
  })
}

/** Free is what counts while nothing better is known; undefined only until the first answer. */
export function usePlan(): PlanId | undefined {
  const { data, isPending } = useSubscription()
  return isPending ? undefined : (data?.plan ?? 'free')
}
