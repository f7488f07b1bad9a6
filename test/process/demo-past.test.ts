import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ActivityEvent } from '#shared/activity.ts'
import type { AnalyticsDay } from '#shared/analytics.ts'
import { createProduct } from '#test/support/product.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'

const root = join(import.meta.dirname, '..', '..')
const timeoutMs = 20_000

test("the demo's history goes up to now, and its activity has the dates of the comments", () =>
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

    const image = await client.anImage(link, await aSmallPicture())
    const commentsUrl = `/api/comments/image/${image._id}`
    const { body } = await client.call('POST', commentsUrl, {
      token: (await client.aUser()).token,
      json: { content: 'What a morning.' },
    })
    const gallery = {
      linkId: link._id,
      userId: owner.id,
      daysAgo: 9,
      visits: 20,
      imageIds: [image._id],
      comments: [{ id: body.data._id, daysAgo: 4.5 }],
      invitations: [],
      favorites: [],
      followers: ['lena@example.com'],
      requests: [{ by: 'Lena', text: 'More time, please', daysAgo: 0.5 }],
    }
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'demo/back-date.mjs', join(dataDir, 'framelight.db')],
      { cwd: root, input: JSON.stringify([gallery]), encoding: 'utf8' },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })

    for (const path of paths) {
      const visits = (await daysOf(path)).map((day) => day.visits)
      expect(visits.slice(-10, -1).every((count) => count > 0)).toBe(true)
      expect(visits.at(-1)).toBeLessThan(20)
    }
    const [comment] = (await client.get(commentsUrl)).body.data
    const { data: activity } = (await client.get('/api/activity', owner.token)).body
    expect(activity.map((event: ActivityEvent) => [event.kind, event.name])).toEqual([
      ['request', 'Lena'],
      ['comment', 'Ada Lovelace'],
    ])
    expect(activity[1].at).toBe(comment.createdAt)
    expect((await client.get(`/api/links/${link._id}/followers`, owner.token)).body.data).toEqual({ count: 1 })
  }))
