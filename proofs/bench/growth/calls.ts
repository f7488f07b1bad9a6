import { aSmallJpeg } from '#test/support/pictures.ts'
import { makeGallery, signUp, upload } from '../arrange.ts'
import type { Product } from '../product.ts'

export type Subject = {
  product: Product
  email: string
  token: string
  administrator: string
  links: { id: string; slug: string }[]
  images: string[]
}

type Options = { token?: string; body?: unknown; from?: string; form?: { payload: Buffer; headers: object } }
type Request = [method: string, path: string, options?: Options]

/** Only the request is timed, not the preparation in `ask`. */
export type Call = { ask: (who: Subject) => Request | Promise<Request>; rounds?: number }

export const password = 'secret-1'
const fewRounds = 8

let counter = 0
/** Returns a new IP address each time, to avoid rate limits. */
const newIp = () => {
  counter++
  return `10.${(counter >> 16) & 255}.${(counter >> 8) & 255}.${counter & 255}`
}

export async function findSubject(product: Product, email: string): Promise<Subject> {
  const signIn = async (who: string) => {
    const body = { email: who, password }
    return (await product.data('POST', '/api/auth/login', { body, from: newIp() })).token as string
  }
  const token = await signIn(email)
  const administrator = await signIn('admin@example.com')
  const { data } = await product.data('GET', '/api/links?sort=oldest', { token })
  const links = data.map(({ _id, slug }: { _id: string; slug: string }) => ({ id: _id, slug }))
  const images = (await product.data('GET', `/api/links/${links[0]?.id}/images`, { token })).data
  return { product, email, token, administrator, links, images: images.map(({ _id }: { _id: string }) => _id) }
}

type Named = { _id: string; title: string }

/** Deletes for good what the calls created, so the next run starts with the same number. */
export async function tidy({ product, token, links }: Subject) {
  const { data } = await product.data('GET', '/api/links?search=to%20go', { token })
  for (const { _id } of data) await product.data('DELETE', `/api/links/${_id}?forever=true`, { token })
  const sections = await product.data('GET', `/api/links/${links[2]?.id}/sections`, { token })
  for (const { _id } of sections.data.filter(isToGo)) await product.data('DELETE', `/api/sections/${_id}`, { token })
  for (const kind of ['link', 'image']) {
    const trash = await product.data('GET', `/api/trash?kind=${kind}`, { token })
    const ids = trash.data.filter(isToGo).map(({ _id }: Named) => _id)
    if (ids.length > 0) await product.data('DELETE', '/api/trash', { token, body: { [`${kind}Ids`]: ids } })
  }
}

/** Uploaded images don't have a title, so the trash shows their file names. */
const isToGo = ({ title }: Named) => title === 'To go' || title === 'photo.jpg'

const read = (path: string): Call => ({ ask: ({ token }) => ['GET', path, { token }] })
const readAnonymously = (pathOf: (who: Subject) => string): Call => ({
  ask: (who) => ['GET', pathOf(who), { from: newIp() }],
})
const readOwn = (pathOf: (who: Subject) => string): Call => ({ ask: (who) => ['GET', pathOf(who), who] })
const readAsAdministrator = (path: string): Call => ({
  ask: ({ administrator }) => ['GET', path, { token: administrator }],
})
const write = (method: string, pathOf: (who: Subject) => string, body?: unknown, rounds?: number): Call => ({
  ask: (who) => [method, pathOf(who), { token: who.token, body, from: newIp() }],
  ...(rounds && { rounds }),
})

const linkOf = ({ links }: Subject) => `/api/links/${links[0]?.id}`
const slugOf = ({ links }: Subject) => `/api/links/slug/${links[0]?.slug}`
const imageOf = ({ images }: Subject) => images[0] ?? ''

async function aLink({ product, token }: Subject) {
  const gallery = await makeGallery(product, 'To go', token)
  const [imageId = ''] = await upload(product, gallery, await aSmallJpeg(), 1, 1)
  return { ...gallery, imageId }
}

async function sectionsOf({ product, token, links }: Subject): Promise<string[]> {
  const { data } = await product.data('GET', `/api/links/${links[0]?.id}/sections`, { token })
  return data.map(({ _id }: Named) => _id)
}

/** Some images to delete and restore, away from the link that the reads are about. */
async function someImages({ product, token, links }: Subject): Promise<string[]> {
  const { data } = await product.data('GET', `/api/links/${links[3]?.id}/images`, { token })
  return data.slice(0, 5).map(({ _id }: Named) => _id)
}

async function aComment(who: Subject) {
  const body = { content: 'To be changed' }
  const commenter = await signUp(who.product, `commenter-${newIp()}-${Date.now()}@example.com`, newIp())
  const { data } = await who.product.data('POST', `/api/comments/image/${imageOf(who)}`, { token: commenter, body })
  return { path: `/api/comments/${data._id}`, token: commenter }
}

export const calls: Record<string, Call> = {
  'GET /api/links': read('/api/links'),
  'GET /api/links, searched': read('/api/links?search=gallery%202'),
  'GET /api/links, most views': read('/api/links?sort=most-views&limit=20'),
  'GET /api/links/public': readAnonymously(() => '/api/links/public'),
  'GET /api/links/public, 100': readAnonymously(() => '/api/links/public?limit=100'),
  'GET /api/links/:id': readOwn(linkOf),
  'GET /api/links/:id, anonymous': readAnonymously(linkOf),
  'GET /api/links/slug/:slug': readOwn(slugOf),
  'GET /api/links/slug/:slug, anonymous': readAnonymously(slugOf),
  'GET /api/links/:linkId/images': readOwn((who) => `${linkOf(who)}/images`),
  'GET /api/links/:id/invitations': readOwn((who) => `${linkOf(who)}/invitations`),
  'GET /api/links/:id/followers': readOwn((who) => `${linkOf(who)}/followers`),
  'GET /api/links/:id/choices': readOwn((who) => `${linkOf(who)}/choices`),
  'GET /api/links/:id/download-address': readOwn((who) => `${linkOf(who)}/download-address`),
  'GET /api/links/:id/analytics': readOwn((who) => `${linkOf(who)}/analytics`),
  'GET /api/links/:id/analytics, a year': readOwn((who) => `${linkOf(who)}/analytics?days=365`),
  'GET /api/links/:id/analytics.csv': readOwn((who) => `${linkOf(who)}/analytics.csv`),
  'GET /api/analytics': read('/api/analytics'),
  'GET /api/analytics, a year': read('/api/analytics?days=365&tz=Europe/Berlin'),
  'GET /api/links/:id/sections': readOwn((who) => `${linkOf(who)}/sections`),
  'GET /api/trash, links': read('/api/trash?kind=link'),
  'GET /api/trash, images': read('/api/trash?kind=image&limit=20'),
  'GET /api/images/:id': readOwn((who) => `/api/images/${imageOf(who)}`),
  'GET /api/images/:id, anonymous': readAnonymously((who) => `/api/images/${imageOf(who)}`),
  'GET /api/comments/image/:imageId': readAnonymously((who) => `/api/comments/image/${imageOf(who)}`),
  'GET /api/activity': read('/api/activity'),
  'GET /api/auth/me': read('/api/auth/me'),
  'GET /api/auth/sessions': read('/api/auth/sessions'),
  'GET /api/auth/notifications': read('/api/auth/notifications'),
  'GET /api/auth/export': read('/api/auth/export'),
  'GET /api/payment/subscription': read('/api/payment/subscription'),
  'GET /api/payment/plans': read('/api/payment/plans'),
  'GET /links/:slug': readAnonymously(({ links }) => `/links/${links[0]?.slug}`),
  'GET /images/:imageId': readAnonymously((who) => `/images/${imageOf(who)}`),
  'GET /api/admin/overview': readAsAdministrator('/api/admin/overview'),
  'GET /api/admin/users': readAsAdministrator('/api/admin/users'),
  'GET /api/admin/users, searched': readAsAdministrator('/api/admin/users?search=ordinary'),
  'GET /api/admin/links': readAsAdministrator('/api/admin/links'),
  'GET /api/admin/links, searched': readAsAdministrator('/api/admin/links?search=gallery%203'),
  'GET /api/admin/reports': readAsAdministrator('/api/admin/reports'),
  'GET /api/admin/audit': readAsAdministrator('/api/admin/audit'),
  'GET /api/admin/tasks': readAsAdministrator('/api/admin/tasks'),
  'GET /api/admin/invitations': readAsAdministrator('/api/admin/invitations'),

  'POST /api/auth/register': {
    ask: () => {
      const from = newIp()
      return [
        'POST',
        '/api/auth/register',
        { from, body: { name: 'New', email: `${from}@${Date.now()}.com`, password } },
      ]
    },
    rounds: 20,
  },
  'POST /api/auth/login': {
    ask: ({ email }) => ['POST', '/api/auth/login', { from: newIp(), body: { email, password } }],
    rounds: 20,
  },
  'DELETE /api/auth/deleteaccount': {
    ask: async ({ product }) => {
      const token = await signUp(product, `leaving-${newIp()}-${Date.now()}@example.com`, newIp())
      await makeGallery(product, 'To go', token)
      return ['DELETE', '/api/auth/deleteaccount', { token, body: { password }, from: newIp() }]
    },
    rounds: 20,
  },
  'PUT /api/auth/updateprofile': write('PUT', () => '/api/auth/updateprofile', { name: 'Ada Lovelace' }),
  'PUT /api/auth/notifications': write('PUT', () => '/api/auth/notifications', { comments: 'daily' }),
  'POST /api/activity/read': write('POST', () => '/api/activity/read'),
  'POST /api/links': write('POST', () => '/api/links', { title: 'To go' }, 30),
  'DELETE /api/links/:id': {
    ask: async (who) => ['DELETE', `/api/links/${(await aLink(who)).id}`, who],
    rounds: 30,
  },
  'PUT /api/links/:id': write('PUT', linkOf, { description: 'Changed' }),
  'PUT /api/links/:id/order': {
    ask: (who) => {
      who.images.push(who.images.shift() ?? '')
      return ['PUT', `${linkOf(who)}/order`, { token: who.token, body: { imageIds: who.images } }]
    },
  },
  'POST /api/links/slug/:slug/visit': write('POST', (who) => `${slugOf(who)}/visit`),
  'POST /api/images/:id/view': write('POST', (who) => `/api/images/${imageOf(who)}/view`),
  'PUT /api/images/:id': write('PUT', (who) => `/api/images/${imageOf(who)}`, { description: 'Changed' }),
  'PUT /api/images/:id/set-cover': write('PUT', (who) => `/api/images/${imageOf(who)}/set-cover`),
  'DELETE /api/images/:id': {
    ask: async (who) => {
      const gallery = { id: who.links[1]?.id ?? '', slug: '', token: who.token }
      const [id] = await upload(who.product, gallery, await aSmallJpeg(), 1, 1)
      return ['DELETE', `/api/images/${id}`, who]
    },
    rounds: 20,
  },
  'POST /api/links/:id/sections': write(
    'POST',
    ({ links }) => `/api/links/${links[2]?.id}/sections`,
    { title: 'To go' },
    20,
  ),
  'DELETE /api/sections/:id': {
    ask: async (who) => {
      const { data } = await who.product.data('POST', `${linkOf(who)}/sections`, {
        token: who.token,
        body: { title: 'To go' },
      })
      return ['DELETE', `/api/sections/${data._id}`, who]
    },
    rounds: 20,
  },
  'PUT /api/links/:id/sections/order': {
    ask: async (who) => {
      const [first = '', ...others] = await sectionsOf(who)
      const body = { sectionIds: [...others, first] }
      return ['PUT', `${linkOf(who)}/sections/order`, { token: who.token, body }]
    },
  },
  'POST /api/images/bulk, section': {
    ask: async (who) => {
      const [sectionId] = await sectionsOf(who)
      const body = { action: 'section', imageIds: who.images.slice(0, 5), sectionId }
      return ['POST', '/api/images/bulk', { token: who.token, body }]
    },
  },
  'POST /api/images/bulk, copy': {
    ask: async (who) => {
      const body = { action: 'copy', imageIds: who.images.slice(0, 5), linkId: (await aLink(who)).id }
      return ['POST', '/api/images/bulk', { token: who.token, body }]
    },
    rounds: 20,
  },
  'POST /api/images/bulk, delete': {
    ask: async (who) => {
      const { imageId } = await aLink(who)
      return ['POST', '/api/images/bulk', { token: who.token, body: { action: 'delete', imageIds: [imageId] } }]
    },
    rounds: 20,
  },
  'POST /api/trash/restore': {
    ask: async (who) => {
      const { product, token } = who
      const imageIds = await someImages(who)
      await product.data('POST', '/api/images/bulk', { token, body: { action: 'delete', imageIds } })
      return ['POST', '/api/trash/restore', { token, body: { imageIds } }]
    },
    rounds: 20,
  },
  'DELETE /api/trash': {
    ask: async (who) => {
      const { id } = await aLink(who)
      await who.product.data('DELETE', `/api/links/${id}`, who)
      return ['DELETE', '/api/trash', { token: who.token, body: { linkIds: [id] } }]
    },
    rounds: 20,
  },
  'PUT /api/comments/:id': {
    ask: async (who) => {
      const { path, token } = await aComment(who)
      return ['PUT', path, { token, body: { content: 'Changed' } }]
    },
    rounds: fewRounds,
  },
  'DELETE /api/comments/:id': {
    ask: async (who) => {
      const { path, token } = await aComment(who)
      return ['DELETE', path, { token }]
    },
    rounds: fewRounds,
  },
  'POST /api/comments/image/:imageId': write(
    'POST',
    (who) => `/api/comments/image/${imageOf(who)}`,
    { content: 'New' },
    fewRounds,
  ),
  'POST /api/links/:id/invitations': write(
    'POST',
    (who) => `${linkOf(who)}/invitations`,
    { name: 'Grandma' },
    fewRounds,
  ),
  'POST /api/links/slug/:slug/follow': {
    ask: (who) => ['POST', `${slugOf(who)}/follow`, { from: newIp(), body: { email: `${Date.now()}@example.org` } }],
  },
}
