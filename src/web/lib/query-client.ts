import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** A refusal stays a refusal; only what may pass by itself (no connection, a server in trouble) is tried again. */
const mayPass = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: (failures, error) => failures < 2 && mayPass(error) } },
  })
