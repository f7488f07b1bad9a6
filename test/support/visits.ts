import { createBuilders, type Person } from './builders.ts'
import type { TestServer } from './server.ts'
import { people } from './user-agents.ts'

export type Target = { _id: string; slug: string; imageId: string; owner: Person }

export type Way = {
  name: string
  method: 'GET' | 'POST' | 'HEAD'
  url: (target: Target) => string
  counts: 'visits' | 'views'
}

type Guest = {
  from?: string | undefined
  userAgent?: string
  token?: string
  headers?: Record<string, string>
  at?: TestServer
  ref?: string
}

export const bySlug: Way = {
  name: 'the slug call',
  method: 'GET',
  url: ({ slug }) => `/api/links/slug/${slug}`,
  counts: 'visits',
}
export const byImage: Way = {
  name: 'the image call',
  method: 'GET',
  url: ({ imageId }) => `/api/images/${imageId}`,
  counts: 'views',
}
const byVisit: Way = {
  ...bySlug,
  name: 'the visit call',
  method: 'POST',
  url: (to) => `${bySlug.url(to)}/visit`,
}
const byView: Way = { ...byImage, name: 'the view call', method: 'POST', url: (to) => `${byImage.url(to)}/view` }
export const ways = [bySlug, byVisit, byImage, byView]

export const [chrome, firefox] = [people[0]?.[0] ?? '', people[9]?.[0] ?? '']

let visitors = 0

/** Returns a new IP address, because visitors with the same IP address and browser count as one. */
export function anIp() {
  visitors++
  return `10.20.${visitors >> 8}.${visitors & 255}`
}

export function createVisits(server: TestServer) {
  async function aTarget(owner?: Person, at = server): Promise<Target> {
    const build = createBuilders(at)
    const link = await build.aLink(owner && { owner })
    const image = await build.anImage({ link })
    return { _id: link._id, slug: link.slug, imageId: image._id, owner: link.owner }
  }

  async function visit({ method, url }: Way, target: Target, guest: Guest = {}) {
    const { from = anIp(), userAgent = chrome, token, headers, at = server, ref } = guest
    const authorization = token && { authorization: `Bearer ${token}` }
    const { statusCode } = await at.app.inject({
      method,
      url: ref === undefined || method === 'POST' ? url(target) : `${url(target)}?ref=${encodeURIComponent(ref)}`,
      headers: { 'user-agent': userAgent, 'x-forwarded-for': from, ...authorization, ...headers },
      ...(ref !== undefined && method === 'POST' && { payload: { ref } }),
    })
    return statusCode
  }

  /** An owner's request only waits briefly for pending counts, so write them first. */
  async function getCounts(url: string, token: string, at: TestServer) {
    await at.services.writeCounts().catch(() => {})
    return (await at.get(url, { token })).body.data
  }

  async function counted({ _id, owner }: Target, at = server) {
    const { views, images } = await getCounts(`/api/links/${_id}`, owner.token, at)
    return { visits: views, views: images[0].views }
  }

  const analyticsOf = ({ _id, owner }: Pick<Target, '_id' | 'owner'>, query = '', at = server) =>
    getCounts(`/api/links/${_id}/analytics${query}`, owner.token, at)

  const allAnalytics = ({ token }: { token: string }, query = '', at = server) =>
    getCounts(`/api/analytics${query}`, token, at)

  return { aTarget, visit, counted, analyticsOf, allAnalytics }
}
