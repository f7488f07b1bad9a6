import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnalyticsDay } from '#shared/analytics.ts'
import { createProduct } from '#test/support/product.ts'
import { inScope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'

const root = join(import.meta.dirname, '..', '..')
const timeoutMs = 20_000

test("the demo's history ends yesterday, even if there were visits today", () =>
  inScope(async (scope) => {
    const { client, dataDir } = await createProduct(scope, { settings: { DEFAULT_PLAN: 'gold' } })
    const owner = await client.aUser()
    const link = await client.aLink(owner)
    const daysOf = async (path: string): Promise<AnalyticsDay[]> =>
      (await client.get(path, owner.token)).body.data.days ?? []
    const paths = ['/api/analytics', `/api/links/${link._id}/analytics`]
    await client.call('POST', `/api/links/slug/${link.slug}/visit`, { json: {} })
    const isCounted = async () => (await daysOf('/api/analytics')).at(-1)?.visits === 1
    expect(await until(isCounted, { timeoutMs })).toBe(true)

    const gallery = { linkId: link._id, userId: owner.id, daysAgo: 9, visits: 20, imageIds: [], comments: [] }
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'demo/back-date.mjs', join(dataDir, 'framelight.db')],
      { cwd: root, input: JSON.stringify([gallery]), encoding: 'utf8' },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })

    for (const path of paths) {
      const visits = (await daysOf(path)).map((day) => day.visits)
      expect(visits.at(-1)).toBe(0)
      expect(visits.slice(-10, -1).every((count) => count > 0)).toBe(true)
    }
  }))
