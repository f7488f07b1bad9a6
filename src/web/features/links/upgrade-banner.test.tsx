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
  ['no links', limit, 0, `Get ${limit} more links`],
  ['one link less than the limit', limit, limit - 1, 'Get 1 more link'],
  ['as many links as the limit', limit, limit, 'Upgrade your plan'],
  ['more links than the limit', limit, limit + 5, 'Upgrade your plan'],
  ['some links, if Plus is unlimited', null, 3, 'Get more links'],
])('the banner shows what Plus adds for a user with %s', (_case, linkLimit, linksUsed, heading) => {
  const { client, rerender } = renderPart(<p>Before</p>)
  client.setQueryDefaults(queryKeys.plans, { staleTime: Number.POSITIVE_INFINITY })
  client.setQueryData(queryKeys.plans, [free, { ...plus, linkLimit }, gold])
  rerender(<UpgradeBanner linksUsed={linksUsed} />)
  expect(screen.getByText(/^(Get|Upgrade your)/).textContent).toBe(heading)
})
