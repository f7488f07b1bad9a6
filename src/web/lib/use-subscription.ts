import { useQuery } from '@tanstack/react-query'
import type { PlanId } from '#shared/plans.ts'
import { planQueries } from '#web/lib/queries/plan.ts'
import { useUser } from './session.ts'

/** The signed-in user's plan, and how much of it is used. */
export function useSubscription() {
  const user = useUser()
  return useQuery({ ...planQueries.subscription, enabled: user !== undefined })
}

/** Free is what counts while nothing better is known; undefined only until the first answer. */
export function usePlanId(): PlanId | undefined {
  const { data, isPending } = useSubscription()
  return isPending ? undefined : (data?.plan ?? 'free')
}
