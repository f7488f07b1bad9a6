import { useQuery } from '@tanstack/react-query'
import { type Plan, type PlanId, plans } from '#shared/plans.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { planQueries } from '#web/lib/queries/plan.ts'

const builtIn: Plan[] = Object.values(plans)

/** Returns the built-in plans until the server's list has loaded. */
export function usePlans() {
  const { data, error, refetch } = useQuery(planQueries.plans)
  const failure = error ? errorMessage(error, 'Failed to fetch plans. Please try again.') : ''
  return { plans: data ?? builtIn, failure, retry: () => void refetch() }
}

export function usePlan(id: PlanId): Plan {
  return usePlans().plans.find((plan) => plan.id === id) ?? plans[id]
}
