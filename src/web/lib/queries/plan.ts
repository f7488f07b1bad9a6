import { queryOptions } from '@tanstack/react-query'
import { getSubscription, listPlans } from '#shared/subscriptions.ts'
import { ApiError, call } from '../api.ts'
import { withFallback } from '../error-message.ts'
import { toSubscription } from '../normalize-subscription.ts'
import { queryKeys } from './keys.ts'

/** No subscription means the free plan. */
const noSubscription = (error: unknown) => {
  if (error instanceof ApiError && error.status === 404 && error.code !== 'UNREADABLE') return null
  throw error
}

export const planQueries = {
  plans: queryOptions({ queryKey: queryKeys.plans, queryFn: async () => (await call(listPlans)).data }),

  subscription: queryOptions({
    queryKey: queryKeys.subscription,
    queryFn: async () =>
      toSubscription(
        await call(getSubscription)
          .catch(noSubscription)
          .catch(withFallback('Failed to fetch subscription data. Please try again.')),
      ),
  }),
}
