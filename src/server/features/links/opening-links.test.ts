// @engine sqlite
import { describe, expect, test } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('opening a link', () => {
  test('works by slug and by ID', async () => {
    const link = await build.aLink()
    expect((await server.get(`/api/links/slug/${link.slug}`)).body.data._id).toBe(link._id)
    expect((await server.get(`/api/links/${link._id}`)).body.data.slug).toBe(link.slug)
  })

  test('ignores an invalid token', async () => {
    const link = await build.aLink()
    expect((await server.get(`/api/links/slug/${link.slug}`, { token: 'gone' })).status).toBe(200)
  })

  test('that has expired returns 410 and reveals the title only to the owner', async () => {
    const link = await build.anExpiredLink()
    const forOwner = await server.get(`/api/links/slug/${link.slug}`, { token: link.owner.token })
    expect(forOwner).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } })
    expect(forOwner.body.data).toEqual({ _id: link._id, title: link.title })
    const forOthers = await server.get(`/api/links/slug/${link.slug}`)
    expect(forOthers.status).toBe(410)
    expect(forOthers.body.error).toMatch(/may be private or expired/)
    expect(forOthers.body).not.toHaveProperty('data')
  })

  test('returns 410 as soon as the link expires', async () => {
    const own = await createOwnServer()
    const link = await createBuilders(own).aLink({ expiresAt: inDays(1) })
    expect((await own.get(`/api/links/slug/${link.slug}`)).status).toBe(200)
    own.clock.advance(86_400_000)
    expect((await own.get(`/api/links/slug/${link.slug}`)).status).toBe(410)
  })

  test('returns 429 after too many wrong slugs, but still works with a generated slug', async () => {
    const own = await createOwnServer()
    const link = await createBuilders(own).aLink()
    const statuses = new Set<number>()
    for (let guess = 0; guess < 310; guess++) {
      statuses.add((await own.get(`/api/links/slug/guess-${guess}`, { from: '10.9.9.9' })).status)
    }
    expect([...statuses]).toEqual([404, 429])
    expect((await own.get(`/api/links/slug/${link.slug}`, { from: '10.9.9.9' })).status).toBe(200)
  })
})
