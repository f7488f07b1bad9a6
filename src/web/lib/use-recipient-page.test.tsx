// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { aUser } from '#test/support/api-samples.ts'
import { forgetSession, startSession } from '#web/lib/session.ts'
import { useRecipientPage } from './use-recipient-page.ts'

afterEach(() => {
  forgetSession()
  localStorage.clear()
})

const closed = { state: 'private' as const, message: 'Private' }
const failed = new Error('The connection is lost')

function resultOf(query: { data: typeof closed | undefined; error: Error | null; isFetching: boolean }) {
  const options = { page: 'gallery', id: 'dunes', query: { ...query, refetch: async () => {} }, count: async () => {} }
  const { result } = renderHook(() => useRecipientPage(options as never), { wrapper: MemoryRouter })
  return result.current
}

test("a visitor with a session sees an error if we can't find out whether a closed page is open for them", () => {
  startSession({ token: 'token', user: aUser() })
  expect(resultOf({ data: closed, error: failed, isFetching: false })).toMatchObject({
    shown: undefined,
    error: failed,
  })
  expect(resultOf({ data: closed, error: failed, isFetching: true })).toMatchObject({ shown: undefined, error: null })
  expect(resultOf({ data: closed, error: null, isFetching: false })).toMatchObject({ shown: closed, error: null })
})

test('others see the closed page that came with the page', () => {
  expect(resultOf({ data: closed, error: failed, isFetching: false })).toMatchObject({ shown: closed, error: null })
})
