// @engine sqlite
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLinkRepository } from '#server/features/links/links.repository.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import type { Person } from '../support/builders.ts'
import { createLinkAccess, firefox } from '../support/link-access.ts'
import { oidcConfig } from '../support/oidc-provider.ts'
import { createTusCaller, idOfUpload } from '../support/resumable-uploads.ts'
import { createTestServer, type Method, type TestServer } from '../support/server.ts'
import { useServer } from '../support/use-server.ts'
import { useWebApp } from '../support/web-app.ts'
import {
  expectedOf,
  expectedOfTeam,
  type HolderKind,
  isAcrossLinks,
  isHolder,
  keyScopeOf,
  type LinkState,
  linkPassword,
  openFiles,
  personOf,
  type Row,
  states,
  type Target,
  type TeamViewer,
  table,
  teamStates,
  teamViewers,
  type ViewerKind,
  viewers,
  webhook,
} from './authorization-table.ts'

const { server, build } = useServer({ defaultPlan: 'gold', payments: 'test', webhooksLocal: true }, useWebApp())
const access = createLinkAccess(server)
let counter = 0

// The first account is the administrator, so create it before any scene.
let administrator: Person
/** Created first, because the session has to be recent. */
let adminKey: string
beforeAll(async () => {
  administrator = await build.aUser()
  adminKey = (await build.aKey(administrator)).token
})

const secretTitle = 'Nobody else may read this'

type Scene = Target & { owner: Person; stranger: Person; passes: Record<HolderKind, string> }

/** Tests share a scene until a call changes it. */
const scenes = new Map<LinkState, Promise<Scene>>()

function sceneIn(state: LinkState) {
  const scene = scenes.get(state) ?? aScene(state)
  scenes.set(state, scene)
  return scene
}

async function aScene(state: LinkState): Promise<Scene> {
  const [owner, stranger] = [await build.aUser(), await build.aUser()]
  const link = await build.aLink({
    owner,
    title: secretTitle,
    choosing: 'on',
    comments: 'guests',
    guestUploads: 'everyone',
  })
  const aSection = async (title: string): Promise<string> =>
    (await server.post(`/api/links/${link._id}/sections`, { title }, { token: owner.token })).body.data._id
  const [sectionId, otherSectionId] = [await aSection('Here'), await aSection('Elsewhere')]
  const image = await build.anImage({ link, fields: { sectionId } })
  const comment = await build.aComment({ image, author: stranger })
  await server.put(`/api/images/${image._id}/choice`, { chosen: true })
  const chosen = await server.get(`/api/links/${link._id}/choices`, { token: owner.token })
  const elsewhere = await build.aLink({ owner, password: linkPassword })
  // Use unique email addresses, because each gets at most three of these emails a day.
  const invited = await access.invite(link, { email: `anna-${++counter}@example.org` })
  const [revoked, over] = [await access.invite(link), await access.invite(link)]
  const toSection = async (id: string) => (await access.enter(await access.invite(link, { sections: [id] }))).pass
  const passes = {
    passed: '',
    'ended pass': '',
    'pass of another link': (await access.unlock(elsewhere, linkPassword)).body.data.pass,
    invited: (await access.enter(invited)).pass,
    'invitation for this section': await toSection(sectionId),
    'invitation for other sections': await toSection(otherSectionId),
    'invited stranger': (await access.enter(invited)).pass,
    'revoked invitation': (await access.enter(revoked)).pass,
    'expired invitation': (await access.enter(over)).pass,
  }
  const followerToken = await aFollower(link._id)
  const wall = await server.put(`/api/links/${link._id}/live-wall`, { isOn: true }, { token: owner.token })
  const guestId = await aGuestOf(link._id)
  const uploadUrl = await createTusCaller(server).anUpload({ token: owner.token }, 9, { linkId: link._id })
  const key = await build.aKey(owner)
  const ofOwner = await aWebhook(owner)
  await access.revoke(link, revoked._id)
  const past = { expires_at: '2020-01-01T00:00:00.000Z' }
  await server.db.updateTable('invitations').where('id', '=', over._id).set(past).execute()
  // Changing the password invalidates passes that were opened with the old one.
  await access.setPassword(link, 'the one before')
  passes['ended pass'] = (await access.unlock(link, 'the one before')).body.data.pass
  await access.setPassword(link, state.endsWith('password') ? linkPassword : null)
  if (state.endsWith('password')) passes.passed = (await access.unlock(link, linkPassword)).body.data.pass
  const as = { token: owner.token }
  if (state.startsWith('private')) await server.put(`/api/links/${link._id}`, { isPrivate: true }, as)
  if (state === 'expired') await server.db.updateTable('links').where('id', '=', link._id).set(past).execute()
  if (state === 'deleted') {
    await server.del(`/api/links/${link._id}?forever=true`, undefined, as)
    await server.services.runDueTasks()
  }
  if (state === 'link in trash') await server.del(`/api/links/${link._id}`, undefined, as)
  if (state === 'image in trash') await server.del(`/api/images/${image._id}`, undefined, as)
  if (state === 'deletion pending') await giveAway(link._id, owner.id)
  const who = `/api/admin/users/${owner.id}`
  if (state === 'owner disabled') await server.put(who, { isDisabled: true }, { token: administrator.token })
  if (state === 'owner unconfirmed')
    await server.db.updateTable('users').where('id', '=', owner.id).set({ is_confirmed: 0 }).execute()
  server.services.invalidation.receive(undefined)
  return {
    owner,
    stranger,
    passes,
    linkId: link._id,
    slug: link.slug,
    imageId: image._id,
    sectionId,
    otherSectionId,
    commentId: comment._id,
    choiceId: chosen.body.data[0]._id,
    guestId,
    mediaUrl: image.thumbnailUrl,
    strangerId: stranger.id,
    invitationId: invited._id,
    invitationToken: new URL(invited.url).pathname.slice('/i/'.length),
    followerToken,
    wallToken: new URL(wall.body.data.url).pathname.slice('/wall/'.length),
    stopToken: new URL(server.services.emailOptOuts.urlFor('nobody@example.org')).pathname.slice(
      '/emails/stop/'.length,
    ),
    checkoutId: await aCheckout(owner),
    keyId: key.id,
    ...ofOwner,
    uploadId: idOfUpload(uploadUrl),
    unique: '',
  }
}

/** Deletes the link, but without the task that removes its data. */
const giveAway = (id: string, userId: string) =>
  createLinkRepository(server.db).moveToDeletedAccount({ id, userId }, newId(), new Date().toISOString())

async function aWebhook({ token }: Person) {
  const { _id: webhookId } = (await server.post('/api/auth/webhooks', webhook, { token })).body.data
  await server.post(`/api/auth/webhooks/${webhookId}/test`, undefined, { token })
  const { data } = (await server.get(`/api/auth/webhooks/${webhookId}/deliveries`, { token })).body
  return { webhookId, deliveryId: data[0]._id }
}

async function aCheckout(owner: Person) {
  const id = `test_${++counter}`
  const of = { user_id: owner.id, plan: 'plus', status: 'open', created_at: new Date().toISOString() }
  await server.db
    .insertInto('test_checkouts')
    .values({ id, checkout_id: id, ...of })
    .execute()
  return id
}

async function aGuestOf(linkId: string) {
  const [id, now] = [newId(), new Date().toISOString()]
  const guest = { link_id: linkId, invitation_id: null, name: null, email: null, created_at: now, last_added_at: now }
  await server.db
    .insertInto('guests')
    .values({ id, ...guest })
    .execute()
  return id
}

/** Inserts the row directly, because confirming by email would be far slower. */
async function aFollower(linkId: string) {
  const id = newId()
  const now = new Date().toISOString()
  const open = { invitation_id: null, password_version: null, confirmed_at: now, told_until: now, created_at: now }
  await server.db
    .insertInto('followers')
    .values({ id, link_id: linkId, email: 'anna@example.org', ...open })
    .execute()
  const url = await server.services.followers.urlOf(id, { userId: '' })
  return new URL(url).pathname.slice('/follow/'.length)
}

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

function callIn(scene: Scene, route: string, { token, pass }: { token: string | undefined; pass?: string }) {
  const { url, body, headers, form } = table[route] as Row
  const [method, path] = route.split(' ') as [Method, string]
  const target = { ...scene, unique: `u${++counter}` }
  return server.call(method, url?.(target) ?? path, {
    token,
    from: build.anAddress(),
    headers: {
      'user-agent': firefox,
      ...(pass && { cookie: `framelight_pass=${pass}` }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers?.(target),
    },
    ...(body && { body: body(target) }),
    ...(form && { body: new URLSearchParams(form).toString() }),
  })
}

describe.each(Object.entries(table))('%s', (route, row) => {
  const { url, isPage, isHarmless, endsFollowing } = row
  const [method, path] = route.split(' ') as [Method, string]

  const mayChangeIt = method !== 'GET' && !isHarmless && (url !== undefined || path === '/api/images/bulk')

  test.each(viewers)('returns the listed statuses (%s)', async (viewer) => {
    const statuses: [LinkState, number][] = []
    for (const state of states) {
      const scene = await sceneIn(state)
      const pass = isHolder(viewer) ? scene.passes[viewer] : ''
      const answer = await callIn(scene, route, { token: await tokenOf(viewer, scene, state), pass })
      statuses.push([state, answer.status])
      if (mayChangeIt && answer.status < 400) scenes.delete(state)
      // Recreating the follower is faster than recreating the scene.
      if (endsFollowing && state !== 'deleted') scene.followerToken = await aFollower(scene.linkId)
      if (answer.status >= 400) {
        if (!isPage)
          expect(answer.body).toMatchObject({ success: false, code: expect.any(String), error: answer.body.message })
        if (viewer !== 'owner' && answer.status !== row.explainedOnPage)
          expect(JSON.stringify(answer.body)).not.toContain(secretTitle)
      }
    }
    expect(Object.fromEntries(statuses)).toEqual(
      Object.fromEntries(states.map((state) => [state, expectedOf(row, viewer, state)])),
    )
  })
})

describe.each(Object.entries(table))('%s', (route, row) => {
  test('returns the listed status to an administrator', async () => {
    // Outside the admin routes, administrators have the same access as any stranger.
    const state = row.administrator === undefined ? 'private' : 'public'
    const { status } = await callIn(await sceneIn(state), route, { token: await build.aSession(administrator) })
    if (!route.startsWith('GET ') && status < 400) scenes.delete(state)
    expect(status).toBe(row.administrator ?? expectedOf(row, 'stranger', state))
  })
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
  const [method, path] = route.split(' ') as [Method, string]

  test('returns the listed statuses to API keys', async () => {
    const statuses: [string, number][] = []
    const expected: [string, number][] = []
    // Each successful change needs a new scene, so these are tried in one state only.
    const isRepeatable = method === 'GET' || row.isHarmless
    for (const state of isRepeatable ? (['public', 'private'] as const) : (['private'] as const)) {
      for (const viewer of keyViewers) {
        const scene = await sceneIn(state)
        const { status, body } = await callIn(scene, route, { token: (await keysOf(scene))[viewer] })
        if (!isRepeatable && status < 400) scenes.delete(state)
        statuses.push([`${viewer}, ${state}`, status])
        expected.push([`${viewer}, ${state}`, expectedOfKey(route, viewer, state) ?? status])
        if (status === 403 && viewer === 'other link' && path.startsWith('/api/')) expect(body.code).toBe('KEY_SCOPE')
      }
    }
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(expected))
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

  async function codeOf(route: string, body: object | undefined) {
    const row = table[route] as Row
    const [method, path] = route.split(' ') as [Method, string]
    const scene = await sceneIn('public')
    const token = await build.aSession(row.administrator === undefined ? scene.owner : administrator)
    const longAgo = { confirmed_at: '2020-01-01T00:00:00.000Z' }
    await server.db.updateTable('sessions').set(longAgo).where('token_hash', '=', hashToken(token)).execute()
    const answer = await node.call(method, row.url?.({ ...scene, unique: `u${++counter}` }) ?? path, {
      token,
      from: build.anAddress(),
      ...(body && { body }),
    })
    if (method !== 'GET' && answer.status < 400 && row.url && !row.isHarmless) scenes.delete('public')
    return answer.body.code
  }

  test.each(Object.keys(table).filter((route) => /\/api\/(auth|admin)\//.test(route)))('%s', async (route) => {
    const { needsRecent, body } = table[route] as Row
    const plain = await codeOf(route, body?.({ ...(await sceneIn('public')), unique: `u${++counter}` }))
    expect(plain === 'REAUTHENTICATION_REQUIRED').toBe(needsRecent === true)
    if (typeof needsRecent === 'object') {
      expect(await codeOf(route, needsRecent.body)).toBe('REAUTHENTICATION_REQUIRED')
    }
  })
})

/** The row itself, because a disabled owner can't create links. */
async function anotherLink(owner: Person) {
  const { _id } = await build.aLink()
  await server.db.updateTable('links').set({ user_id: owner.id }).where('id', '=', _id).execute()
  return { _id }
}

/** Sessions of a scene's collaborators. */
const teams = new WeakMap<Scene, Promise<Record<TeamViewer, Person>>>()

function teamOf(scene: Scene) {
  const team = teams.get(scene) ?? createTeam(scene)
  teams.set(scene, team)
  return team
}

async function createTeam({ owner, linkId }: Scene): Promise<Record<TeamViewer, Person>> {
  const [elsewhere, of] = [await anotherLink(owner), { owner, link: { _id: linkId } }]
  const isGone = (await server.db.selectFrom('links').select('id').where('id', '=', linkId).execute()).length === 0
  const here = isGone ? { owner } : of
  const removed = await build.aCollaborator({ ...here, role: 'editor' })
  await server.db.deleteFrom('collaborators').where('id', '=', removed.collaboratorId).execute()
  return {
    editor: await build.aCollaborator({ ...here, role: 'editor' }),
    uploader: await build.aCollaborator({ ...here, role: 'uploader' }),
    'removed collaborator': removed,
    'collaborator of another link': await build.aCollaborator({ owner, role: 'editor', link: elsewhere }),
  }
}

/** Left out: what only accounts and administrators do, and comments, which the stranger wrote. */
const isElsewhere = (route: string) => /\/api\/(admin|auth|payment|comments\/:id)|\/checkout\//.test(route)
const isAboutLink = (route: string) =>
  !isElsewhere(route) &&
  (table[route]?.url !== undefined || ['POST /api/uploads', 'POST /api/images/bulk'].includes(route))

describe.each(Object.keys(table).filter(isAboutLink))('%s', (route) => {
  const row = table[route] as Row

  test('returns the listed statuses to collaborators', async () => {
    const statuses: [string, number][] = []
    const expected: [string, number][] = []
    for (const state of teamStates) {
      for (const viewer of teamViewers) {
        const scene = await sceneIn(state)
        const { status } = await callIn(scene, route, { token: (await teamOf(scene))[viewer].token })
        if (!route.startsWith('GET ') && !row.isHarmless && status < 400) scenes.delete(state)
        statuses.push([`${viewer}, ${state}`, status])
        expected.push([`${viewer}, ${state}`, expectedOfTeam(route, viewer, state)])
      }
    }
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(expected))
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
