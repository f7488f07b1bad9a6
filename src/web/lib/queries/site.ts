import { QueryClient, queryOptions } from '@tanstack/react-query'
import { getConfig } from '#shared/config.ts'
import { ApiError, call } from '../api.ts'
import { queryKeys } from './keys.ts'

/** A refusal stays a refusal; only what may pass by itself (no connection, a server in trouble) is tried again. */
const mayPass = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: (failures, error) => failures < 2 && mayPass(error) } },
  })

/** What every page may ask for. */
export const siteQueries = {
  /** What this installation says of itself; it does not change while the page is open. */
  config: queryOptions({
    queryKey: queryKeys.config,
    queryFn: async () => (await call(getConfig)).data,
    staleTime: Number.POSITIVE_INFINITY,
  }),
}
