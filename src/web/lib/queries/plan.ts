import { queryOptions } from '@tanstack/react-query'
import { getSubscription, listPlans } from '#shared/subscriptions.ts'
import { ApiError, call } from '../api.ts'
import { toSubscription } from '../normalize-subscription.ts'
import { orSay } from '../sentence.ts'
import { queryKeys } from './keys.ts'

/** Where there is no subscription, the free plan counts. */
const none = (error: unknown) => {
  if (error instanceof ApiError && error.status === 404 && error.code !== 'UNREADABLE') return null
  throw error
}

/** What is sold, and what one has bought. */
export const planQueries = {
  plans: queryOptions({ queryKey: queryKeys.plans, queryFn: async () => (await call(listPlans)).data }),

  /** One's own subscription, with how much of the plan is used. */
  subscription: queryOptions({
    queryKey: queryKeys.subscription,
    queryFn: async () =>
      toSubscription(
        await call(getSubscription).catch(none).catch(orSay('Failed to fetch subscription data. Please try again.')),
      ),
  }),
}
