import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach } from 'vitest'

afterEach(cleanup)

/** Renders a part of the web app with what every page gives it: a router, and a cache of its own. */
export function renderPart(part: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(MemoryRouter, null, createElement(QueryClientProvider, { client }, children))
  return { client, ...render(part, { wrapper }) }
}
