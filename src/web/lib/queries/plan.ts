import { queryOptions } from '@tanstack/react-query'
import { getSubscription, listPlans } from '#shared/subscriptions.ts'
import { call } from '../api.ts'
import { orSay } from '../sentence.ts'
import { queryKeys } from './keys.ts'

/** What is sold, and what one has bought. */
export const planQueries = {
  plans: queryOptions({ queryKey: queryKeys.plans, queryFn: async () => (await call(listPlans)).data }),

  /** One's own subscription, with how much of the plan is used. */
  subscription: queryOptions({
    queryKey: queryKeys.subscription,
    queryFn: async () =>
      (await call(getSubscription).catch(orSay('Failed to fetch subscription data. Please try again.'))).data,
  }),
}
