import { describe, expect, test } from 'vitest'
import type { Person } from '../support/builders.ts'
import { useServer } from '../support/use-server.ts'
import { useWebApp } from '../support/web-app.ts'
import {
  type LinkState,
  openFiles,
  states,
  type Target,
  table,
  type ViewerKind,
  viewers,
} from './authorisation-table.ts'

const { server, build } = useServer({ defaultPlan: 'gold', payments: 'test' }, useWebApp())
let counter = 0

const secretTitle = 'Nobody else may read this'

async function aTarget(people: { owner: Person; stranger: Person }, state: LinkState): Promise<Target> {
  // Calls of the test before may have ended their sessions.
  const owner = { ...people.owner, token: await build.aSession(people.owner) }
  const stranger = { ...people.stranger, token: await build.aSession(people.stranger) }
  const link = await build.aLink({ owner, title: secretTitle })
  const image = await build.anImage({ link })
  const comment = await build.aComment({ image, author: stranger })
  const change = server.db.updateTable('links').where('id', '=', link._id)
  if (state === 'private') await change.set({ is_private: 1 }).execute()
  if (state === 'expired') await change.set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
  if (state === 'deleted') await server.del(`/api/links/${link._id}`, undefined, { token: owner.token })
  const checkoutId = `test_${++counter}`
  const created_at = new Date().toISOString()
  const checkout = {
    id: checkoutId,
    checkout_id: checkoutId,
    user_id: owner.id,
    plan: 'plus',
    status: 'open',
    created_at,
  }
  await server.db.insertInto('test_checkouts').values(checkout).execute()
  return {
    linkId: link._id,
    slug: link.slug,
    imageId: image._id,
    commentId: comment._id,
    mediaUrl: image.thumbnailUrl,
    checkoutId,
    unique: `u${++counter}`,
  }
}

async function tokenOf(kind: ViewerKind, owner: Person, stranger: Person) {
  if (kind === 'anonymous') return undefined
  const token = await build.aSession(kind === 'stranger' ? stranger : owner)
  if (kind === 'ended') await server.post('/api/auth/logout', undefined, { token })
  return token
}

test('every route has a row, and every row a route', () => {
  const routes = server.routes
    .flatMap(({ method, url }) => [method].flat().map((name) => `${name} ${url}`))
    .filter((route) => !route.startsWith('HEAD ') && !openFiles.test(route))
  expect(routes.length).toBeGreaterThan(20)
  expect([...new Set(routes)].sort()).toEqual(Object.keys(table).sort())
})

describe.each(Object.entries(table))('%s', (route, { expected, url, body, form, isPage }) => {
  const [method, path] = route.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]

  test.each(viewers)('as %s', async (viewer) => {
    const [owner, stranger] = [await build.aUser(), await build.aUser()]
    const statuses: number[] = []
    for (const state of states) {
      const target = await aTarget({ owner, stranger }, state)
      const token = await tokenOf(viewer, owner, stranger)
      const answer = await server.call(method, url?.(target) ?? path, {
        token,
        from: build.anAddress(),
        ...(body && { body: body(target) }),
        ...(form && {
          body: new URLSearchParams(form).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      })
      statuses.push(answer.status)
      if (answer.status >= 400) {
        if (!isPage)
          expect(answer.body).toMatchObject({ success: false, code: expect.any(String), error: answer.body.message })
        if (viewer !== 'owner') expect(JSON.stringify(answer.body)).not.toContain(secretTitle)
      }
    }
    expect(Object.fromEntries(states.map((state, n) => [state, statuses[n]]))).toEqual(
      Object.fromEntries(states.map((state, n) => [state, expected[viewer][n]])),
    )
  })
})

test('a refused change changes nothing', async () => {
  const [owner, stranger] = [await build.aUser(), await build.aUser()]
  const target = await aTarget({ owner, stranger }, 'public')
  await server.put(`/api/links/${target.linkId}`, { title: 'Taken over' }, { token: stranger.token })
  await server.del(`/api/links/${target.linkId}`, undefined, { token: stranger.token })
  await server.put(`/api/links/${target.linkId}`, { title: 'Taken over' })
  const { body } = await server.get(`/api/links/${target.linkId}`, { token: owner.token })
  expect(body.data.title).toBe(secretTitle)
})
