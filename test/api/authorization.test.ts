// @engine sqlite
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { oidcConfig } from '../support/oidc-provider.ts'
import { createTestServer, type Method, type TestServer } from '../support/server.ts'
import { type Scene, secretTitle, useScenes } from './authorization-scenes.ts'
import {
  expectedOf,
  hidesImage,
  isHolder,
  type LinkState,
  openFiles,
  personOf,
  type Row,
  states,
  statesOf,
  type Target,
  table,
  type ViewerKind,
  viewers,
} from './authorization-table.ts'

const { server, build, sceneIn, aScene, aFollower, call, administrator, forget } = useScenes()

async function tokenOf(viewer: ViewerKind, { owner, stranger }: Scene, state: LinkState) {
  const kind = personOf(viewer)
  if (kind === 'anonymous') return undefined
  // A disabled account can't log in, so use its old session.
  if (kind === 'owner' && state === 'owner disabled') return owner.token
  const token = await build.aSession(kind === 'stranger' ? stranger : owner)
  if (kind === 'ended') await server.db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
  return token
}

test("the table lists exactly the existing routes, except HEAD and the API docs' static files", () => {
  const routes = server.routes
    .flatMap(({ method, url }) => [method].flat().map((name) => `${name} ${url}`))
    .filter((route) => !route.startsWith('HEAD ') && !openFiles.test(route))
  expect(routes.length).toBeGreaterThan(20)
  expect([...new Set(routes)].sort()).toEqual(Object.keys(table).sort())
})

const rows = Object.values(table)
const countWith = (isEverything?: boolean) =>
  viewers.length * rows.reduce((count, row) => count + statesOf(row, isEverything).length, 0)

describe(`${countWith()} of ${countWith(true)} combinations of route, viewer and state are tried`, () => {
  test.each(Object.entries(table).filter(([, row]) => row.ignoresLinks))('%s ignores links', (_, row) => {
    const read = new Set<string | symbol>()
    const target = new Proxy({} as Target, { get: (_, name) => void read.add(name) })
    for (const part of [row.url, row.body, row.headers]) part?.(target)
    read.delete('unique')
    expect([...read]).toEqual([])
  })
})

describe.each(Object.entries(table))('%s', (route, row) => {
  const { url, isPage, isHarmless, endsFollowing } = row
  const [method, path] = route.split(' ') as [Method, string]

  const mayChangeIt = method !== 'GET' && !isHarmless && (url !== undefined || path === '/api/images/bulk')

  test.each(viewers)('returns the listed statuses (%s)', async (viewer) => {
    const statuses: [LinkState, number][] = []
    for (const state of statesOf(row)) {
      const scene = await sceneIn(state)
      const pass = isHolder(viewer) ? scene.passes[viewer] : ''
      const answer = await call(route, scene, {
        token: await tokenOf(viewer, scene, state),
        headers: pass ? { cookie: `framelight_pass=${pass}` } : {},
      })
      statuses.push([state, answer.status])
      if (mayChangeIt && answer.status < 400) forget(state)
      // Recreating the follower is faster than recreating the scene.
      if (endsFollowing && state !== 'deleted') scene.followerToken = await aFollower(scene.linkId)
      // Only the trash shows an image in the trash, and no response mentions an image of other sections.
      if (method === 'GET' && answer.status < 400 && hidesImage(row, viewer, state))
        expect(JSON.stringify(answer.body), state).not.toContain(scene.imageId)
      if (answer.status >= 400) {
        if (!isPage)
          expect(answer.body).toMatchObject({ success: false, code: expect.any(String), error: answer.body.message })
        if (viewer !== 'owner' && answer.status !== row.explainedOnPage)
          expect(JSON.stringify(answer.body)).not.toContain(secretTitle)
      }
    }
    expect(Object.fromEntries(statuses)).toEqual(
      Object.fromEntries(statesOf(row).map((state) => [state, expectedOf(row, viewer, state)])),
    )
  })
})

describe('a signed URL that someone saved', () => {
  const row = { ...(table['GET /images/:imageId'] as Row), isCleanFile: true }

  test.each(states)('returns the same as the page of the image (%s)', async (state) => {
    const { savedUrls } = await aScene(state, { areUrlsSaved: true })
    const saved = Object.entries(savedUrls) as [ViewerKind, string][]
    expect(saved.map(([viewer]) => viewer)).toEqual([
      'invited',
      'invitation for this section',
      'invited stranger',
      'revoked invitation',
      'expired invitation',
    ])
    for (const [viewer, url] of saved) {
      const { status } = await server.get(url)
      expect(status, viewer).toBe(expectedOf(row, viewer, state))
    }
  })
})

// These tests come last, because some of them end the session that the scenes need.
describe.each(Object.entries(table))('%s', (route, row) => {
  test('returns the listed status to an administrator', async () => {
    // Outside the admin routes, administrators have the same access as any stranger.
    const state = row.administrator === undefined ? 'private' : 'public'
    const { status } = await call(route, await sceneIn(state), { token: await build.aSession(administrator()) })
    if (!route.startsWith('GET ') && status < 400) forget(state)
    expect(status).toBe(row.administrator ?? expectedOf(row, 'stranger', state))
  })
})

describe('a session that was confirmed too long ago', () => {
  /** On this node, passkeys and single sign-on are available. */
  let node: TestServer
  beforeAll(async () => {
    const oidc = oidcConfig({ issuer: 'http://127.0.0.1:1' })
    node = await createTestServer({ ...server.config, publicUrl: 'https://photos.test', oidc }, server)
  })
  afterAll(() => node.close())

  async function codeOf(route: string, body?: object) {
    const row = table[route] as Row
    const scene = await sceneIn('public')
    const token = await build.aSession(row.administrator === undefined ? scene.owner : administrator())
    const longAgo = { confirmed_at: '2020-01-01T00:00:00.000Z' }
    await server.db.updateTable('sessions').set(longAgo).where('token_hash', '=', hashToken(token)).execute()
    const answer = await call(route, scene, { token, body, to: node })
    if (!route.startsWith('GET ') && answer.status < 400 && row.url && !row.isHarmless) forget('public')
    return answer.body.code
  }

  test.each(Object.keys(table).filter((route) => /\/api\/(auth|admin)\//.test(route)))('%s', async (route) => {
    const { needsRecent } = table[route] as Row
    expect((await codeOf(route)) === 'REAUTHENTICATION_REQUIRED').toBe(needsRecent === true)
    if (typeof needsRecent === 'object') {
      expect(await codeOf(route, needsRecent.body)).toBe('REAUTHENTICATION_REQUIRED')
    }
  })
})

test("rejected calls don't rename or delete the link", async () => {
  const { owner, stranger, ...target } = await aScene('public')
  await server.put(`/api/links/${target.linkId}`, { title: 'Taken over' }, { token: stranger.token })
  await server.del(`/api/links/${target.linkId}`, undefined, { token: stranger.token })
  await server.put(`/api/links/${target.linkId}`, { title: 'Taken over' })
  const { body } = await server.get(`/api/links/${target.linkId}`, { token: owner.token })
  expect(body.data.title).toBe(secretTitle)
})
