import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach } from 'vitest'

// What is loaded when it is needed takes its time on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

/** Turns of the event loop in which React may still do what it had put off, and needs the document for. */
const turnsAfter = 3

afterEach(async () => {
  cleanup()
  for (let turn = 0; turn < turnsAfter; turn++) await nextTurnOfEventLoop()
})

/** Renders a part of the web app with what every page gives it: a router, and a cache of its own. */
export function renderPart(part: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(MemoryRouter, null, createElement(QueryClientProvider, { client }, children))
  return { client, ...render(part, { wrapper }) }
}
