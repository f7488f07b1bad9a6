import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

export const Providers = ({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) => (
  <ErrorBoundary>
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  </ErrorBoundary>
)
