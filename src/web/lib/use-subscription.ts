import { useQuery } from '@tanstack/react-query'
import { getSubscription } from '#shared/subscriptions.ts'
import { call } from './api.ts'
import { useUser } from './session.ts'

/** The signed-in user's plan, and how much of it is used. */
export const useSubscription = () =>
  useQuery({
    queryKey: ['subscription'],
    queryFn: async () => (await call(getSubscription)).data,
    enabled: useUser() !== undefined,
  })
