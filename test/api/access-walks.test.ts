// @engine sqlite
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyActions } from '../support/access-keys.ts'
import {
  type AccessModel,
  type Grant,
  liveGrantOf,
  type ModelKey,
  maySeeImage,
  type OwnedLink,
  recordEntry,
  statusesFor,
  statusesForKey,
  statusOfFile,
  type Visitor,
} from '../support/access-model.ts'
import type { Person } from '../support/builders.ts'
import { createLinkAccess, withPass } from '../support/link-access.ts'
import { useServer } from '../support/use-server.ts'
import { useWebApp } from '../support/web-app.ts'

/**
 * Performs random actions as an owner, as visitors and with API keys, and compares the server with a small model of who
 * can see what.
 * `ACCESS_WALKS` sets the number of walks, and `ACCESS_SEED` repeats a run.
 */
const walks = Number(process.env.ACCESS_WALKS ?? 25)
const seed = Number(process.env.ACCESS_SEED ?? Date.now() % 2 ** 31)

// Logging is off, because the lines of a few million requests would fill the memory.
const settings = { defaultPlan: 'gold', logLevel: 'silent', reauthenticateMinutes: 1440 } as const
const { server, build } = useServer(settings, useWebApp())
const access = createLinkAccess(server)
const agent = new Agent({ keepAlive: true })
let origin = ''
let owner: Person
let stranger: Person
/** A link with a password that no visitor has. Walks move the image there and back. */
let other: OwnedLink

// Use a real connection, because injected requests always go through Fastify.
beforeAll(async () => {
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  owner = await build.aUser()
  stranger = await build.aUser()
  other = await build.aLink({ owner, password: 'nobody here knows it' })
})
afterAll(() => agent.destroy())

const keys = createKeyActions(server, build, () => ({ owner, stranger, other }))

const passwords = ['the first of them', 'the second of them'] as const

const changeLink = ({ link }: AccessModel, fields: object) =>
  server.put(`/api/links/${link._id}`, fields, { token: owner.token })
const cookieOf = ({ passes }: Visitor) => (passes ? withPass(passes).headers : {})
const heldIn = (setCookie: unknown) => /^framelight_pass=([\w.-]+)/.exec(String(setCookie))?.[1] ?? ''

/** Each function performs an action and updates the model. `which` selects a password or an invitation. */
const actions: Record<string, (model: AccessModel, who: Visitor, which: number) => Promise<unknown>> = {
  async setPassword(model, _who, which) {
    model.password = passwords[which % 2] ?? null
    model.passwordVersion++
    await changeLink(model, { password: model.password })
  },
  async removePassword(model) {
    if (model.password !== null) model.passwordVersion++
    model.password = null
    await changeLink(model, { password: null })
  },
  async makePrivate(model) {
    if (!model.isPrivate) model.passwordVersion++
    model.isPrivate = true
    await changeLink(model, { isPrivate: true })
  },
  async makePublic(model) {
    model.isPrivate = false
    await changeLink(model, { isPrivate: false })
  },
  async invite(model) {
    model.invitations.push({ made: await access.invite(model.link), isRevoked: false, isOver: false })
  },
  async revoke(model, _who, which) {
    const chosen = model.invitations[which % model.invitations.length]
    if (!chosen) return
    chosen.isRevoked = true
    await access.revoke(model.link, chosen.made._id)
  },
  async restore(model, _who, which) {
    const chosen = model.invitations[which % model.invitations.length]
    if (!chosen) return
    chosen.isRevoked = false
    await access.changeInvitation(model.link, chosen.made._id, { revoked: false })
  },
  async expire(model, _who, which) {
    const chosen = model.invitations[which % model.invitations.length]
    if (!chosen) return
    chosen.isOver = true
    const past = { expires_at: '2020-01-01T00:00:00.000Z' }
    await server.db.updateTable('invitations').set(past).where('id', '=', chosen.made._id).execute()
    server.services.invalidation.invalidate(model.link._id)
  },
  async enter(model, who, which) {
    const index = which % model.invitations.length
    const chosen = model.invitations[index]
    if (!chosen) return
    const { headers } = await access.enter(chosen.made, cookieOf(who))
    const passes = heldIn(headers['set-cookie'])
    if (chosen.isRevoked || chosen.isOver) expect(passes).toBe('')
    else recordEntry(model, who, { invitation: index }, passes)
  },
  async unlock(model, who, which) {
    const tried = passwords[which % 2] ?? ''
    const { status, headers } = await access.unlock(model.link, tried, build.anAddress(), cookieOf(who))
    const isRight = !model.isPrivate && tried === model.password
    if (isRight) recordEntry(model, who, { passwordVersion: model.passwordVersion }, heldIn(headers['set-cookie']))
    else expect(status).toBeGreaterThanOrEqual(400)
  },
  async move(model) {
    const linkId = model.isImageHere ? other._id : model.link._id
    model.isImageHere = !model.isImageHere
    const imageIds = [model.image._id]
    await server.post('/api/images/bulk', { action: 'move', imageIds, linkId }, { token: owner.token })
  },
  createKey: (model, _who, which) => keys.createKey(model, which),
  revokeKey: (model, _who, which) => keys.revokeKey(model, which),
  expireKey: (model, _who, which) => keys.expireKey(model, which),
}

/** The fields of every change below. Each route ignores those of the others. */
const fields = JSON.stringify({ keys: ['x'], title: 'Dawn' })

/** Uses Node's HTTP client, because `fetch` itself takes longer than most responses. */
async function statusOf(place: string, headers: Record<string, string>) {
  const [path = '', method = 'GET'] = place.split(' ').reverse()
  const body = method === 'GET' ? '' : fields
  const asked = {
    ...headers,
    ...(body && { 'content-type': 'application/json' }),
    'x-forwarded-for': build.anAddress(),
  }
  const sent = request(origin + path, { agent, method, headers: asked }).end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
  return answer.statusCode
}

/** Requests every path twice, because the second response can be from a cache. */
async function lookTwice(expected: [path: string, status: number][], headers: Record<string, string> = {}) {
  for (const _time of [1, 2]) {
    const seen = await Promise.all(expected.map(async ([path]) => [path, await statusOf(path, headers)]))
    expect(seen).toEqual(expected)
  }
}

/** Requests saved URLs without a pass, because they can be forwarded to anyone. */
const lookAtSaved = (model: AccessModel) =>
  lookTwice(model.saved.map(({ url, grant }) => [url, statusOfFile(model, grant)]))

const lookAround = (model: AccessModel, who: Visitor) =>
  lookTwice(Object.entries(statusesFor(model, who)), cookieOf(who))

/** Checks only one endpoint after each action. Many walks together cover all of them. */
function look(statuses: Record<string, number>, which: number, headers: Record<string, string>) {
  const places = Object.entries(statuses)
  return lookTwice([places[which % places.length] ?? ['', 0]], headers)
}

const headersOf = ({ token }: ModelKey) => ({ authorization: `Bearer ${token}` })

/** Saves the current image URL of a visitor or a key, which can outlive their pass or the key. */
async function save(model: AccessModel, headers: Record<string, string>, grant: Grant | undefined) {
  const { body } = await server.get(`/api/images/${model.image._id}`, { headers })
  const { thumbnailUrl: url } = body.data
  const held = /[?&](pass|session)=/.test(url) ? grant : undefined
  if (!model.saved.some((known) => known.url === url)) model.saved.push({ url, grant: held })
}

async function lookWithKey(model: AccessModel, key: ModelKey | undefined, which: number) {
  if (!key) return
  const statuses = statusesForKey(model, key)
  await look(statuses, which, headersOf(key))
  if (statuses[`/api/images/${model.image._id}`] === 200) await save(model, headersOf(key), { key })
}

/** A link allows 200 invitations, and a walk creates at most nine. */
const walksPerLink = 20
let place: { link: OwnedLink; image: { _id: string }; walks: number } | undefined

/** Reuses the previous walk's link, because creating a link and an image takes longer than a walk. */
async function begin(): Promise<AccessModel> {
  if (!place || place.walks === walksPerLink) {
    if (place) await server.del(`/api/links/${place.link._id}`, undefined, { token: owner.token })
    // Over thousands of walks, the trash would fill up.
    const everything = { all: true, until: new Date().toISOString() }
    expect((await server.del('/api/trash', everything, { token: owner.token })).status).toBe(200)
    const link = await build.aLink({ owner })
    const image = await build.anImage({ link })
    // Otherwise the first check would fail with a misleading error.
    if (!image._id) throw new Error('The upload failed')
    place = { link, image, walks: 0 }
  }
  place.walks++
  return {
    link: place.link,
    image: place.image,
    isImageHere: true,
    isPrivate: false,
    isDeleted: false,
    password: null,
    passwordVersion: 0,
    invitations: [],
    visitors: Array.from({ length: 3 }, () => ({ passes: '', grants: [] })),
    keys: [],
    saved: [],
  }
}

async function end(model: AccessModel, isDeleted: boolean) {
  if (!isDeleted) {
    await keys.removeKeys(model)
    if (model.password !== null || model.isPrivate) await changeLink(model, { password: null, isPrivate: false })
    if (!model.isImageHere) await actions.move?.(model, { passes: '', grants: [] }, 0)
    return
  }
  await server.del(`/api/links/${model.link._id}`, undefined, { token: owner.token })
  model.isDeleted = true
  place = undefined
  for (const visitor of model.visitors) await lookAround(model, visitor)
  for (const key of model.keys) await lookTwice(Object.entries(statusesForKey(model, key)), headersOf(key))
  await lookAtSaved(model)
  await keys.removeKeys(model)
  // Over thousands of walks, images that were moved away would fill the account.
  if (!model.isImageHere) await server.del(`/api/images/${model.image._id}`, undefined, { token: owner.token })
}

/** Most walks start with a visitor who gets a pass, so they reach interesting states in a few actions. */
const beginnings = [
  [],
  ['setPassword', 'unlock'],
  ['makePrivate', 'invite', 'enter'],
  ['setPassword', 'invite', 'enter', 'unlock'],
  ['makePrivate', 'createKey'],
  ['setPassword', 'createKey', 'createKey', 'createKey'],
].map((names) => names.map((action, at) => ({ action, who: 0, which: action === 'createKey' ? at : 0 })))

const step = fc.record({
  action: fc.constantFrom(...Object.keys(actions)),
  who: fc.nat({ max: 2 }),
  which: fc.nat({ max: 60_000 }),
})

const way = fc.record({
  beginning: fc.constantFrom(...beginnings),
  steps: fc.array(step, { minLength: 3, maxLength: 8 }),
  isDeleted: fc.nat({ max: 9 }).map((n) => n === 0),
})

async function walk({ beginning, steps, isDeleted }: typeof way extends fc.Arbitrary<infer Way> ? Way : never) {
  const model = await begin()
  try {
    for (const { action, who, which } of [...beginning, ...steps]) {
      const visitor = model.visitors[who] as Visitor
      await actions[action]?.(model, visitor, which)
      await look(statusesFor(model, visitor), which, cookieOf(visitor))
      await lookWithKey(model, model.keys[which % model.keys.length], Math.floor(which / 7))
      await lookAtSaved(model)
      if (maySeeImage(model, visitor)) await save(model, cookieOf(visitor), liveGrantOf(model, visitor))
    }
    await lookAround(model, model.visitors[steps.length % 3] as Visitor)
    await end(model, isDeleted)
  } catch (error) {
    // Shrinking must start from a fresh link, with room for new keys.
    place = undefined
    await keys.removeKeys(model)
    throw error
  }
}

/** Each test runs one batch, to show progress in long runs. */
const portionSize = 500
const portions = Array.from({ length: Math.ceil(walks / portionSize) }, (_, n) => ({
  numRuns: Math.min(portionSize, walks - n * portionSize),
  seed: seed + n,
}))

test.each(portions)(
  'the server and the model agree in $numRuns random walks (seed $seed)',
  {
    timeout: portionSize * 5000,
    // A disagreement is a bug even if a retry doesn't reproduce it.
    retry: 0,
  },
  (portion) => fc.assert(fc.asyncProperty(way, walk), portion),
)
