import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach } from 'vitest'

// What is loaded when it is needed takes its time on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
afterEach(cleanup)

/** Renders a part of the web app with what every page gives it: a router, and a cache of its own. */
export function renderPart(part: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(MemoryRouter, null, createElement(QueryClientProvider, { client }, children))
  return { client, ...render(part, { wrapper }) }
}
