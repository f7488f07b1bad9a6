import { QueryClient, queryOptions } from '@tanstack/react-query'
import { getConfig } from '#shared/config.ts'
import { ApiError, call } from '../api.ts'
import { queryKeys } from './keys.ts'

/** Only network and server errors are retried, because a 4xx won't change. */
const isTemporary = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: (failures, error) => failures < 2 && isTemporary(error) } },
  })

export const siteQueries = {
  /** Most of the configuration only changes when the server restarts. */
  config: queryOptions({
    queryKey: queryKeys.config,
    queryFn: async () => (await call(getConfig)).data,
    staleTime: Number.POSITIVE_INFINITY,
  }),
}
