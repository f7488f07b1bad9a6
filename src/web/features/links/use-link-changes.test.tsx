// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { updateLink } from '#shared/links.ts'
import { aLink } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { createQueryClient } from '#web/lib/queries/site.ts'
import { useLinkChanges } from './use-link-changes.ts'

const api = createFakeApi()

test("an editor's change is shown among the galleries of others", async () => {
  const client = createQueryClient()
  client.setQueryData(queryKeys.sharedLinks, { pages: [{ data: [aLink()] }], pageParams: [undefined] })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { update } = renderHook(() => useLinkChanges(), { wrapper }).result.current
  api.answer(updateLink, { success: true, data: aLink({ title: 'Dunes', myRole: 'editor' }) })
  await update('link', { title: 'Dunes' })
  expect(client.getQueryState(queryKeys.sharedLinks)?.isInvalidated).toBe(true)
})
