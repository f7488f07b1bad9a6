import { useQuery } from '@tanstack/react-query'
import type { PlanId } from '#shared/plans.ts'
import { planQueries } from '#web/lib/queries/plan.ts'
import { useUser } from './session.ts'

export function useSubscription() {
  const user = useUser()
  return useQuery({ ...planQueries.subscription, enabled: user !== undefined })
}

/** Returns undefined only while loading. Falls back to the free plan. */
export function usePlanId(): PlanId | undefined {
  const { data, isPending } = useSubscription()
  return isPending ? undefined : (data?.plan ?? 'free')
}
