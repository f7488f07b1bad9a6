// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { aUser } from '#test/support/api-samples.ts'
import type { Refusal } from '#web/lib/refusal.ts'
import { forgetSession, startSession } from '#web/lib/session.ts'
import { useRecipientPage } from './use-recipient-page.ts'

afterEach(() => {
  forgetSession()
  localStorage.clear()
})

const closed: Refusal = { state: 'private', message: 'Private' }
const failed = new Error('The connection is lost')

/** Opens a page that is closed for anonymous visitors, and fails to ask whether it's open for this one. */
async function openClosedPage() {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  )
  const usePage = () => {
    const query = useQuery<{ state: 'open' } | Refusal>({
      queryKey: ['gallery'],
      queryFn: () => Promise.reject(failed),
      initialData: closed,
      retry: false,
    })
    return { query, page: useRecipientPage({ page: 'gallery', id: 'dunes', query, count: async () => {} }) }
  }
  const { result } = renderHook(usePage, { wrapper })
  const first = result.current.page
  await waitFor(() => expect(result.current.query.error).toBe(failed))
  return { first, last: result.current.page }
}

test("a visitor with a session sees an error if we can't find out whether a closed page is open for them", async () => {
  startSession({ token: 'token', user: aUser() })
  const { first, last } = await openClosedPage()
  expect(first).toMatchObject({ shown: undefined, error: null })
  expect(last).toMatchObject({ shown: undefined, error: failed })
})

test('others see the closed page that came with the page', async () => {
  const { first, last } = await openClosedPage()
  expect(first).toMatchObject({ shown: closed, error: null })
  expect(last).toMatchObject({ shown: closed, error: null })
})
