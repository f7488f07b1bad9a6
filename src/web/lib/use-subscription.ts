import { useQuery } from '@tanstack/react-query'
import type { PlanId } from '#shared/plans.ts'
import { planQueries } from '#web/lib/queries/plan.ts'
import { useUser } from './session.ts'

export function useSubscription() {
  const user = useUser()
  return useQuery({ ...planQueries.subscription, enabled: user !== undefined })
}

/** Falls back to the free plan. Only undefined while loading. */
export function usePlanId(): PlanId | undefined {
  const { data, isPending } = useSubscription()
  return isPending ? undefined : (data?.plan ?? 'free')
}
