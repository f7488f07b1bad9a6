// @engine sqlite
import { describe, expect, test } from 'vitest'
import { createDomains } from '../support/domains.ts'
import { type Scene, useScenes } from './authorization-scenes.ts'
import { expectedOf, type Row, table } from './authorization-table.ts'

const { server, build, sceneIn, call, forget } = useScenes()
const { giveDomain } = createDomains(server)

const hosts = ['own', 'another'] as const
type HostKind = (typeof hosts)[number]
const states = ['public', 'private'] as const
const viewers = ['anonymous', 'owner', 'invited'] as const

const domains = new WeakMap<Scene, Promise<Record<HostKind, string>>>()
let counter = 0

async function nameDomains({ owner }: Scene) {
  const names = { own: `photos-${++counter}.example.com`, another: `photos-${++counter}.example.com` }
  await giveDomain(owner, names.own)
  await giveDomain(await build.aUser(), names.another)
  return names
}

function domainsOf(scene: Scene) {
  const found = domains.get(scene) ?? nameDomains(scene)
  domains.set(scene, found)
  return found
}

/** What the visitors of galleries call. No one is logged in on a domain. */
const forVisitors = [
  /^GET \/api\/config$/,
  // On a domain, galleries are at the root.
  /^GET \/(:slug|\*$)/,
  /^(GET|POST) \/api\/links\/slug\/:slug(\/|$)/,
  /^GET \/(wall\/:wallToken|api\/(wall|follow)\/:token)$/,
  /^POST \/follow\/:token/,
  /^(GET|POST) \/i\/:token/,
  /^[A-Z]+ \/api\/uploads/,
  /^(GET|DELETE) \/api\/images\/:id$/,
  /^(POST|PUT) \/api\/images\/:id\/(view|choice)$/,
  /^[A-Z]+ \/api\/comments\/(image\/:imageId|:id)$/,
  /^GET \/(media\/:imageId\/:file|logos\/.*|images\/:imageId)$/,
  /^(GET|POST) \/links\/:slug(\/add|\/unlock)?$/,
]
/** Depends on the account or on nothing, so it's the same on each host. */
const isSameEverywhere =
  /config$|\/leave$|^OPTIONS|^(PUT|DELETE) \/api\/comments\/:id$|^DELETE \/api\/images\/:id$|^POST \/api\/uploads$/

function expectedOn(route: string, host: HostKind, viewer: (typeof viewers)[number], state: (typeof states)[number]) {
  const row = table[route] as Row
  if (!forVisitors.some((pattern) => pattern.test(route))) {
    return !route.startsWith('GET ') || route.startsWith('GET /api/') ? 404 : 302
  }
  if (host === 'another' && !isSameEverywhere.test(route)) return 404
  return expectedOf(row, viewer === 'owner' ? 'anonymous' : viewer, state)
}

describe.each(Object.keys(table))('%s', (route) => {
  const { isHarmless } = table[route] as Row

  test("returns the listed statuses on the owner's domain and on another's", async () => {
    const statuses: [string, number][] = []
    const expected: [string, number | undefined][] = []
    for (const state of states) {
      for (const viewer of viewers) {
        for (const kind of hosts) {
          const scene = await sceneIn(state)
          const host = (await domainsOf(scene))[kind]
          const cookie = `framelight_pass=${scene.passes.invited}`
          const { status } = await call(route, scene, {
            token: viewer === 'owner' ? await build.aSession(scene.owner) : undefined,
            headers: { host, ...(viewer === 'invited' && { cookie }) },
          })
          if (!route.startsWith('GET ') && !isHarmless && status < 400) forget(state)
          statuses.push([`${viewer}, ${state}, ${kind}`, status])
          expected.push([`${viewer}, ${state}, ${kind}`, expectedOn(route, kind, viewer, state)])
        }
      }
    }
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(expected))
  })
})
