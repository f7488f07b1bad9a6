// @engine sqlite
import { beforeAll, describe, expect, test } from 'vitest'
import { type Scene, useScenes } from './authorization-scenes.ts'
import { expectedOf, isAcrossLinks, keyScopeOf, type LinkState, type Row, table } from './authorization-table.ts'

const { server, build, sceneIn, call, administrator, forget } = useScenes()

/** Created first, because the session has to be recent. */
let adminKey: string
beforeAll(async () => {
  adminKey = (await build.aKey(administrator())).token
})

const keyViewers = [
  'read',
  'upload',
  'manage',
  'other link',
  'expired',
  'revoked',
  "someone else's",
  "admin's",
] as const
type KeyViewer = (typeof keyViewers)[number]

const keysOfScenes = new WeakMap<Scene, Promise<Record<KeyViewer, string>>>()

/** Creates the keys of a scene when they're first needed, because most scenes don't need any. */
function keysOf(scene: Scene) {
  const keys = keysOfScenes.get(scene) ?? createKeys(scene)
  keysOfScenes.set(scene, keys)
  return keys
}

async function createKeys({ owner, stranger }: Scene): Promise<Record<KeyViewer, string>> {
  const elsewhere = await build.aLink({ owner })
  const expired = await build.aKey(owner, { expiresAt: '2100-01-01T00:00:00Z' })
  await server.db.updateTable('api_keys').set({ expires_at: '2020-01-01' }).where('id', '=', expired.id).execute()
  const revoked = await build.aKey(owner)
  await server.del(`/api/auth/keys/${revoked.id}`, undefined, { token: owner.token })
  return {
    read: (await build.aKey(owner, { scopes: ['read'] })).token,
    upload: (await build.aKey(owner, { scopes: ['upload'] })).token,
    manage: (await build.aKey(owner, { scopes: ['manage'] })).token,
    'other link': (await build.aKey(owner, { links: [elsewhere._id] })).token,
    expired: expired.token,
    revoked: revoked.token,
    "someone else's": (await build.aKey(stranger)).token,
    "admin's": adminKey,
  }
}

/** Undefined if the call isn't rejected because of the key, but can have any other outcome. */
function expectedOfKey(route: string, viewer: KeyViewer, state: LinkState): number | undefined {
  const row = table[route] as Row
  if (viewer === 'expired' || viewer === 'revoked') return expectedOf(row, 'ended', state)
  const scope = keyScopeOf(route)
  if (scope === 'never') return 403
  if (scope === 'any') return route.endsWith('/current') ? 200 : undefined
  if (viewer === 'read' || viewer === 'upload' || viewer === 'manage') {
    return viewer === scope ? expectedOf(row, 'owner', state) : 403
  }
  const isOfLink =
    (row.url !== undefined && !route.startsWith('GET /logos/')) ||
    ['POST /api/uploads', 'POST /api/images/bulk'].includes(route)
  if (viewer === 'other link') return isAcrossLinks(route) || isOfLink ? 403 : expectedOf(row, 'owner', state)
  const asStranger = expectedOf(row, 'stranger', state) ?? 0
  return scope === 'read' || !isOfLink ? asStranger : Math.max(asStranger, 403)
}

describe.each(Object.keys(table))('%s', (route) => {
  const row = table[route] as Row
  const [method = '', path = ''] = route.split(' ')

  test('returns the listed statuses to API keys', async () => {
    const statuses: [string, number][] = []
    const expected: [string, number][] = []
    // Each successful change needs a new scene, so these are tried in one state only.
    const isRepeatable = method === 'GET' || row.isHarmless
    for (const state of isRepeatable ? (['public', 'private'] as const) : (['private'] as const)) {
      for (const viewer of keyViewers) {
        const scene = await sceneIn(state)
        const { status, body } = await call(route, scene, { token: (await keysOf(scene))[viewer] })
        if (!isRepeatable && status < 400) forget(state)
        statuses.push([`${viewer}, ${state}`, status])
        expected.push([`${viewer}, ${state}`, expectedOfKey(route, viewer, state) ?? status])
        if (status === 403 && viewer === 'other link' && path.startsWith('/api/')) expect(body.code).toBe('KEY_SCOPE')
      }
    }
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(expected))
  })
})
