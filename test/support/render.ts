import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach } from 'vitest'

// Lazy-loaded code takes a while to load on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

/** React gets this many event loop ticks to finish deferred work while there's still a document. */
const turnsAfter = 3

afterEach(async () => {
  cleanup()
  for (let turn = 0; turn < turnsAfter; turn++) await nextTurnOfEventLoop()
})

export function renderPart(part: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(MemoryRouter, null, createElement(QueryClientProvider, { client }, children))
  return { client, ...render(part, { wrapper }) }
}
