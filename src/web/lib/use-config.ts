import { useQuery } from '@tanstack/react-query'
import { getConfig } from '#shared/config.ts'
import { call } from './api.ts'

/** What this installation says of itself; it does not change while the page is open. */
export const useConfig = () =>
  useQuery({
    queryKey: ['config'],
    queryFn: async () => (await call(getConfig)).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
