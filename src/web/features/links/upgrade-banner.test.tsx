// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { plans } from '#shared/plans.ts'
import { renderPart } from '#test/support/render.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { UpgradeBanner } from './upgrade-banner.tsx'

const { free, plus, gold } = plans
const limit = plus.linkLimit ?? 0

test.each([
  ['none', limit, 0, `Room for ${limit} more links`],
  ['all but one of it', limit, limit - 1, 'Room for 1 more link'],
  ['as many as it has', limit, limit, 'A larger plan'],
  ['more than it has', limit, limit + 5, 'A larger plan'],
  ['some, where it has no limit', null, 3, 'Room for more links'],
])('with %s used the banner says what room Plus would give', (_words, linkLimit, linksUsed, heading) => {
  const { client, rerender } = renderPart(<p>Before</p>)
  client.setQueryDefaults(queryKeys.plans, { staleTime: Number.POSITIVE_INFINITY })
  client.setQueryData(queryKeys.plans, [free, { ...plus, linkLimit }, gold])
  rerender(<UpgradeBanner linksUsed={linksUsed} />)
  expect(screen.getByText(/^(Room for|A larger)/).textContent).toBe(heading)
})
