import type { Image } from '#shared/images.ts'
import { passCookie } from '#shared/passes.ts'
import type { Client, Person, TestLink } from '#test/support/client.ts'
import { aPicture } from '#test/support/pictures.ts'
import { barMs, type Target } from './watch.ts'

/** `close` revokes access to the targets and resolves to the time of the revocation, by this process's clock. */
type Open = { targets: Target[]; close: () => Promise<number> }

/** `statuses` are the expected responses after the revocation. */
type Revocation = { statuses: number[]; open: (a: Client) => Promise<Open> }

const password = 'four words of ours'
/** The expiration date of a key can't be changed, so it has to be open before on a busy machine, too. */
const keyLifetimeMs = 30_000

async function arrange(a: Client, fields: object = {}) {
  const link = await a.aLink(await a.aUser(), fields)
  const image = await a.anImage(link, await aPictureWithSizes())
  return { link, image, token: link.owner.token, path: `/api/links/${link._id}` }
}

const aPictureWithSizes = async () => ({
  fileName: 'sizes.jpg',
  bytes: await aPicture({ width: 1000, height: 700 }).jpeg().toBuffer(),
})

/** Sends a request that must succeed, and returns the time of the response. */
async function change(a: Client, method: string, path: string, token: string, json?: object) {
  const answer = await a.call(method, path, { token, ...(json && { json }) })
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes}`)
  return performance.now()
}

async function expire(a: Client, path: string, token: string, leadMs = barMs): Promise<number> {
  const expiresAt = Date.now() + leadMs
  const answer = await a.call('PUT', path, { token, json: { expiresAt: new Date(expiresAt).toISOString() } })
  // On a busy machine, the date may be in the past by the time the request arrives.
  if (answer.status === 400 && leadMs < 60_000) return expire(a, path, token, leadMs * 2)
  if (answer.status !== 200) throw new Error(`PUT ${path}: ${answer.status} ${answer.bytes}`)
  return performance.now() + Math.max(0, expiresAt - Date.now())
}

async function openToAll(a: Client, close: (link: TestLink) => Promise<number>): Promise<Open> {
  const { link, image } = await arrange(a)
  const card = { address: `/media/${image._id}/card.jpg` }
  return { targets: [...visitorsTargets(image, link), card], close: () => close(link) }
}

async function openByPassword(a: Client, close: (link: TestLink) => Promise<number>): Promise<Open> {
  const { link, image } = await arrange(a, { password })
  const unlocked = await a.call('POST', `/api/links/slug/${link.slug}/unlock`, { json: { password } })
  return { targets: await passTargets(a, link, image, unlocked.body.data.pass), close: () => close(link) }
}

async function openByInvitation(a: Client, close: (path: string, token: string) => Promise<number>): Promise<Open> {
  const { link, image, token } = await arrange(a, { isPrivate: true })
  const { invitation, pass } = await invite(a, link)
  return { targets: await passTargets(a, link, image, pass), close: () => close(invitation, token) }
}

async function invite(a: Client, link: TestLink, fields: object = {}) {
  const json = { name: 'Anna & Tom', ...fields }
  const { body } = await a.call('POST', `${pathOf(link)}/invitations`, { token: link.owner.token, json })
  const entered = await a.get(new URL(body.data.url).pathname)
  const pass = new RegExp(`^${passCookie}=([\\w-]+)`).exec(String(entered.headers['set-cookie']))?.[1] ?? ''
  return { invitation: `/api/invitations/${body.data._id}`, pass }
}

/** Anna is invited to one section, and the image leaves it. */
async function openBySection(a: Client): Promise<Open> {
  const { link, image, token, path } = await arrange(a, { isPrivate: true })
  const aSection = async (title: string): Promise<string> =>
    (await a.call('POST', `${path}/sections`, { token, json: { title } })).body.data._id
  const [coast, south] = [await aSection('Coast'), await aSection('South')]
  const moveTo = (sectionId: string) =>
    change(a, 'POST', '/api/images/bulk', token, { action: 'section', imageIds: [image._id], sectionId })
  await moveTo(coast)
  const headers = { cookie: `${passCookie}=${(await invite(a, link, { sections: [coast] })).pass}` }
  const { body } = await a.call('GET', `/api/images/${image._id}`, { headers })
  const targets = imageTargets(body.data, link, headers)
  const zip = { address: `/api/links/slug/${link.slug}/download?section=${coast}`, headers }
  return { targets: [...targets, zip], close: () => moveTo(south) }
}

/** The owner moves the only image of a link to the trash. */
async function openUntilTrashed(a: Client): Promise<Open> {
  const { link, image, token } = await arrange(a)
  const own = [`/api/images/${image._id}`, `/api/images/${image._id}/original`]
  const targets = [
    ...imageTargets(image, link),
    { address: `/media/${image._id}/card.jpg` },
    ...own.map((address) => ({ address, token })),
  ]
  return { targets, close: () => change(a, 'DELETE', `/api/images/${image._id}`, token) }
}

/** Reads with an API key, and saves the image URLs that the key got. */
async function openByKey(a: Client, lifetimeMs?: number): Promise<Open> {
  const { link, image, token } = await arrange(a, { isPrivate: true })
  const expiresAt = lifetimeMs === undefined ? undefined : Date.now() + lifetimeMs
  const json = { name: 'Proof', scopes: ['read'], ...(expiresAt && { expiresAt: new Date(expiresAt).toISOString() }) }
  const { key, _id } = (await a.call('POST', '/api/auth/keys', { token, json })).body.data
  const shown = await a.get(`/api/images/${image._id}`, key)
  return {
    targets: [
      { address: '/api/auth/keys/current', token: key },
      ...ownersTargets(shown.body.data, link, { token: key }),
    ],
    close: async () =>
      expiresAt
        ? performance.now() + Math.max(0, expiresAt - Date.now())
        : change(a, 'DELETE', `/api/auth/keys/${_id}`, token),
  }
}

async function passTargets(a: Client, link: TestLink, image: Image, pass: string): Promise<Target[]> {
  const headers = { cookie: `${passCookie}=${pass}` }
  const { body } = await a.call('GET', `/api/images/${image._id}`, { headers })
  return visitorsTargets(body.data, link, headers)
}

/** Everything that shows the image, which is the link's only one. */
function imageTargets(image: Image, link: TestLink, headers: Record<string, string> = {}): Target[] {
  const zip = `/api/links/slug/${link.slug}/download`
  const shown = [
    `/api/images/${image._id}`,
    `/images/${image._id}`,
    `/api/comments/image/${image._id}`,
    zip,
    `${zip}?images=${image._id}`,
  ]
  // Saved image URLs are requested without a pass.
  const saved = [...image.renditions.map(({ url }) => url), image.url as string]
  return [...saved.map((address) => ({ address })), ...shown.map((address) => ({ address, headers }))]
}

function visitorsTargets(image: Image, link: TestLink, headers: Record<string, string> = {}): Target[] {
  const ofLink = [
    `/api/links/slug/${link.slug}`,
    `/api/links/${link._id}`,
    `/api/links/${link._id}/images`,
    `/links/${link.slug}`,
  ]
  return [...imageTargets(image, link, headers), ...ofLink.map((address) => ({ address, headers }))]
}

const ownersTargets = (image: Image, link: TestLink, { token }: Pick<Person, 'token'>): Target[] => [
  { address: image.thumbnailUrl },
  { address: image.url as string },
  { address: `/api/links/slug/${link.slug}`, token },
  { address: `/api/links/${link._id}`, token },
  { address: `/api/images/${image._id}/original`, token },
  { address: `/api/links/slug/${link.slug}/download`, token },
]

const pathOf = ({ _id }: TestLink) => `/api/links/${_id}`

export const revocations: Record<string, Revocation> = {
  'made private': {
    statuses: [403],
    open: (a) => openToAll(a, (link) => change(a, 'PUT', pathOf(link), link.owner.token, { isPrivate: true })),
  },
  expired: { statuses: [410], open: (a) => openToAll(a, (link) => expire(a, pathOf(link), link.owner.token)) },
  // Includes 429, because repeated requests for a missing slug count as guesses.
  'moved to the trash': {
    statuses: [404, 429],
    open: (a) => openToAll(a, (link) => change(a, 'DELETE', pathOf(link), link.owner.token)),
  },
  'deleted for good': {
    statuses: [404, 429],
    open: (a) => openToAll(a, (link) => change(a, 'DELETE', `${pathOf(link)}?forever=true`, link.owner.token)),
  },
  'image moved to the trash': { statuses: [404], open: openUntilTrashed },
  'image moved out of the section': { statuses: [404], open: openBySection },
  'logged out': {
    statuses: [401, 403],
    async open(a) {
      const { link, image, token } = await arrange(a, { isPrivate: true })
      return {
        targets: ownersTargets(image, link, link.owner),
        close: () => change(a, 'POST', '/api/auth/logout', token),
      }
    },
  },
  'password set': {
    statuses: [403],
    open: (a) => openToAll(a, (link) => change(a, 'PUT', pathOf(link), link.owner.token, { password })),
  },
  'password changed': {
    statuses: [403],
    open: (a) =>
      openByPassword(a, (link) => change(a, 'PUT', pathOf(link), link.owner.token, { password: 'another four words' })),
  },
  'made private behind a password': {
    statuses: [403],
    open: (a) => openByPassword(a, (link) => change(a, 'PUT', pathOf(link), link.owner.token, { isPrivate: true })),
  },
  'invitation revoked': {
    statuses: [403],
    open: (a) => openByInvitation(a, (path, token) => change(a, 'DELETE', path, token)),
  },
  'invitation expired': {
    statuses: [403],
    open: (a) => openByInvitation(a, (path, token) => expire(a, path, token)),
  },
  'API key revoked': { statuses: [401, 403], open: (a) => openByKey(a) },
  'API key expired': { statuses: [401, 403], open: (a) => openByKey(a, keyLifetimeMs) },
}
