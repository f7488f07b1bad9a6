import { useQuery } from '@tanstack/react-query'
import { type Plan, plans } from '#shared/plans.ts'
import { listPlans } from '#shared/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { sentenceOf } from '#web/lib/sentence.ts'

const builtIn: Plan[] = Object.values(plans)

/** The plans: the built-in list at once, the server's as soon as it is there. */
export function usePlans() {
  const { data, error, refetch } = useQuery({
    queryKey: ['plans'],
    queryFn: async () => (await call(listPlans)).data,
  })
  const failure = error ? sentenceOf(error, 'Failed to fetch plans. Please try again.') : ''
  return { plans: data ?? builtIn, failure, retry: () => void refetch() }
}
