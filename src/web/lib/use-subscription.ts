import { useQuery } from '@tanstack/react-query'
import type { PlanId } from '#shared/plans.ts'
import { planQueries } from '#web/lib/queries/plan.ts'
import { useUser } from './session.ts'

export function useSubscription() {
  const user = useUser()
  return useQuery({ ...planQueries.subscription, enabled: user !== undefined })
}

/** Returns undefined while loading and when logged out. Falls back to the free plan if loading fails. */
export function usePlanId(): PlanId | undefined {
  const { data, isPending } = useSubscription()
  return isPending ? undefined : (data?.plan ?? 'free')
}
