// @engine sqlite
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiKeyRecord, createApiKeyRepository } from '#server/features/accounts/api-keys.repository.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { keyScopes } from '#shared/api-key-forms.ts'
import type { Person } from '../support/builders.ts'
import { type Scene, useScenes } from './authorization-scenes.ts'
import {
  expectedOf,
  isAcrossLinks,
  keyScopeOf,
  type LinkState,
  type Row,
  states,
  table,
} from './authorization-table.ts'

/** `KEY_STATES=all` tries every route in every state of the link, which takes minutes. */
const isEverything = process.env.KEY_STATES === 'all'

const { server, build, sceneIn, call, administrator, forget } = useScenes()

let adminKey: string
beforeAll(async () => {
  adminKey = await aKey(administrator())
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
  const { _id: elsewhere } = await build.aLink()
  await server.db.updateTable('links').set({ user_id: owner.id }).where('id', '=', elsewhere).execute()
  const revoked = await aKey(owner)
  await server.db.deleteFrom('api_keys').where('token_hash', '=', hashToken(revoked)).execute()
  return {
    read: await aKey(owner, { scopes: ['read'] }),
    upload: await aKey(owner, { scopes: ['upload'] }),
    manage: await aKey(owner, { scopes: ['manage'] }),
    'other link': await aKey(owner, { links: [elsewhere] }),
    expired: await aKey(owner, { expiresAt: '2020-01-01T00:00:00.000Z' }),
    revoked,
    "someone else's": await aKey(stranger),
    "admin's": adminKey,
  }
}

/** Inserted directly, because a disabled or unconfirmed account can't create keys. */
async function aKey({ id: userId }: Person, given: Partial<ApiKeyRecord> = {}) {
  const token = `fl_${newToken()}`
  await createApiKeyRepository(server.db).insert({
    ...{ id: newId(), userId, tokenHash: hashToken(token), hint: 'abcd', name: 'Lightroom', scopes: [...keyScopes] },
    ...{ links: null, expiresAt: null, lastUsedOn: null, createdAt: new Date().toISOString() },
    ...given,
  })
  return token
}

/** Undefined if the call isn't rejected because of the key, but can have any other outcome. */
function expectedOfKey(route: string, viewer: KeyViewer, state: LinkState): number | undefined {
  const row = table[route] as Row
  const [, path = ''] = route.split(' ')
  const isDead = viewer === 'expired' || viewer === 'revoked'
  const isOwners = viewer !== "someone else's" && viewer !== "admin's"
  if (isDead || (isOwners && state === 'owner disabled')) return expectedOf(row, 'ended', state)
  const scope = keyScopeOf(route)
  if (scope === 'never') return 403
  if (scope === 'any') return route.endsWith('/current') ? 200 : undefined
  if (viewer === 'read' || viewer === 'upload' || viewer === 'manage') {
    return viewer === scope ? expectedOf(row, 'owner', state) : 403
  }
  const isOfLink =
    (row.url !== undefined && !route.startsWith('GET /logos/')) ||
    ['POST /api/uploads', 'POST /api/images/bulk'].includes(route)
  if (viewer === 'other link') {
    const asOwner = expectedOf(row, 'owner', state)
    // In these states, the link and the image exist, but the owner's key finds no files to send.
    const isLinkFound = state === 'image in trash' && (!row.isGoneWithImage || path.startsWith('/api/links/'))
    const isFound = asOwner !== 404 || state === 'watermarked' || isLinkFound
    return isAcrossLinks(route) || (isOfLink && isFound) ? 403 : asOwner
  }
  // Someone's session is refused by role, but a key by what visitors see.
  const isOfComment = /^(POST \/api\/comments\/:id\/approve|DELETE \/api\/comments\/:id)$/.test(route)
  if (isOfComment && state === 'expired') return 410
  if (isOfComment && state === 'owner disabled') return 404
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
    const someStates: readonly LinkState[] = isRepeatable ? ['public', 'private'] : ['private']
    for (const state of isEverything ? states : someStates) {
      for (const viewer of keyViewers) {
        const scene = await sceneIn(state)
        const { status, body } = await call(route, scene, { token: (await keysOf(scene))[viewer] })
        if (!isRepeatable && status < 400) forget(state)
        statuses.push([`${viewer}, ${state}`, status])
        expected.push([`${viewer}, ${state}`, expectedOfKey(route, viewer, state) ?? status])
        const isRefusal = status === 403 && viewer === 'other link' && state !== 'owner disabled'
        if (isRefusal && path.startsWith('/api/')) expect(body.code).toBe('KEY_SCOPE')
      }
    }
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(expected))
  })
})
