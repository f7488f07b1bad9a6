// @vitest-environment happy-dom
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { importAccount } from './import-account.ts'

const createdAt = '2026-11-01T10:00:00.000Z'
const notifications = { comments: 'off', choices: 'now', requests: 'now', closing: 'daily', dailyAt: '18:00' }
const anImage = (id: string, given: object = {}) => ({
  _id: id,
  file: `pictures/${id}.jpg`,
  fileName: `${id}.jpg`,
  ...{ title: '', description: '', takenAt: null, isCover: false, coverFocus: null, views: 0, createdAt, comments: [] },
  ...given,
})
const aLink = (id: string, given: object = {}) => ({
  _id: id,
  slug: id,
  title: id,
  ...{ description: '', isPrivate: false, hasPassword: false, isListed: false, allowDownloads: true },
  ...{
    cameraDetails: false,
    opening: 'wall',
    choosing: 'off',
    choiceLimit: null,
    choices: [],
    expiresAt: null,
    views: 0,
    createdAt,
    invitations: [],
    images: [],
  },
  ...given,
})

async function aZip(links: object[], given: object = {}) {
  const owner = { name: 'Mara', galleryName: 'Studio', email: 'mara@example.com' }
  const account = { ...owner, createdAt, notifications, ...given }
  const about = { format: 'framelight-account', version: 1, _id: 'one', exportedAt: createdAt }
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(JSON.stringify({ ...about, account, links, comments: [] })), 'account.json')
  for (const id of ['a', 'b', 'c']) zip.addBuffer(Buffer.from(`bytes of ${id}`), `pictures/${id}.jpg`)
  zip.end()
  return new Blob([await buffer(zip.outputStream as NodeJS.ReadableStream)])
}

type Sent = { method: string; path: string; body: unknown; key: string | null }
type Refusal = { status: number; code: string; headers?: Record<string, string> }

let sent: Sent[]
let made: Map<string, object>
/** Each function rejects the first call for which it returns a refusal. */
let refusals: ((sent: Sent) => Refusal | undefined)[]

beforeEach(() => {
  localStorage.clear()
  sent = []
  made = new Map()
  refusals = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call = {
      method: init.method ?? '',
      path,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : Object.fromEntries((init.body as FormData) ?? []),
      key: new Headers(init.headers).get('idempotency-key'),
    }
    sent.push(call)
    const index = refusals.findIndex((refuses) => refuses(call))
    const refusal = index < 0 ? undefined : refusals.splice(index, 1)[0]?.(call)
    if (refusal) {
      const { status, code, headers = {} } = refusal
      return Response.json({ success: false, code, message: `Refused: ${code}` }, { status, headers })
    }
    return Response.json({ success: true, data: answerTo(call) })
  })
})
afterEach(() => vi.unstubAllGlobals())

function answerTo({ method, path, body, key }: Sent) {
  if (method === 'POST' && path === '/api/links') {
    const link = { _id: `link-${made.size + 1}`, ...(body as object) }
    made.set(link._id, link)
    return link
  }
  if (path.endsWith('/sections')) return { _id: `new-${(body as { title: string }).title}` }
  if (path.endsWith('/images')) return { _id: `image-${key}` }
  return made.get(path.replace('/api/links/', '')) ?? {}
}

const run = async (links: object[], account?: object) =>
  importAccount(await aZip(links, account), { onProgress: () => {}, signal: new AbortController().signal })
const bodiesTo = (method: string, path: string) =>
  sent.filter((call) => call.method === method && call.path === path).map(({ body }) => body)

test('links, ordered images, active invitations and account settings are imported', async () => {
  const focus = { x: 0.2, y: 0.4 }
  const rights = { download: null, comment: false, choose: null }
  const counts = { visits: 3, views: 4, downloads: 0, createdAt }
  const invitation = { name: 'Grandma', email: null, rights, expiresAt: null, revokedAt: null, ...counts }
  const images = [anImage('a', { title: 'Dunes', isCover: true, coverFocus: focus }), anImage('b'), anImage('c')]
  const invitations = [invitation, { ...invitation, name: 'Nobody', revokedAt: createdAt }]
  const imported = await run([aLink('summer', { images, invitations })])

  expect(imported).toEqual({ links: 1, images: 3, skipped: [], madePrivate: [], incomplete: [], leftOut: [] })
  expect(bodiesTo('PUT', '/api/auth/updateprofile')).toEqual([{ galleryName: 'Studio' }])
  expect(bodiesTo('PUT', '/api/auth/notifications')).toEqual([notifications])
  expect(bodiesTo('POST', '/api/links')).toMatchObject([{ title: 'summer', slug: 'summer', isPrivate: false }])
  expect(bodiesTo('POST', '/api/links/link-1/images')).toMatchObject([
    { title: 'Dunes', isCoverImage: 'true' },
    { isCoverImage: 'false' },
    {},
  ])
  expect(bodiesTo('PUT', '/api/images/image-import-a')).toEqual([{ coverFocus: focus }])
  expect(bodiesTo('PUT', '/api/links/link-1/order')).toEqual([
    { imageIds: ['image-import-a', 'image-import-b', 'image-import-c'] },
  ])
  expect(bodiesTo('POST', '/api/links/link-1/invitations')).toEqual([
    { name: 'Grandma', email: null, rights: { ...rights, add: null }, sections: null, expiresAt: null },
  ])
})

test("guests' names are imported, but visitors don't see the names of collaborators", async () => {
  const ben = { name: 'Ben', isCollaborator: true }
  await run([
    aLink('summer', { images: [anImage('a', { addedBy: ben }), anImage('b', { addedBy: { name: 'Cleo' } })] }),
  ])
  const [ofCollaborator, ofGuest] = bodiesTo('POST', '/api/links/link-1/images')
  expect(ofCollaborator).not.toHaveProperty('addedBy')
  expect(ofGuest).toMatchObject({ addedBy: 'Cleo' })
})

test('branding and the domain are imported, and listed if the plan has neither', async () => {
  const studio = { isOn: true, name: 'Halden', line: '', website: null, accent: '#336699', logo: null, logoDark: null }
  const { logo: _logo, logoDark: _logoDark, ...settings } = studio
  const account = { studio, domain: 'photos.halden.example' }
  expect((await run([], account)).leftOut).toEqual([])
  expect(bodiesTo('PUT', '/api/auth/studio')).toEqual([settings])
  expect(bodiesTo('PUT', '/api/auth/domain')).toEqual([{ host: 'photos.halden.example' }])

  const refuse = ({ path }: Sent) => (/studio|domain/.test(path) ? { status: 403, code: 'PLAN_FEATURE' } : undefined)
  refusals = [refuse, refuse]
  expect((await run([], account)).leftOut).toEqual(['branding', 'your domain'])
})

test('images and invitations keep their sections, which a second attempt reuses', async () => {
  const sections = ['South', 'Coast'].map((title) => ({ _id: title, title, text: '', anchor: title.toLowerCase() }))
  const rights = { download: null, comment: null, choose: null }
  const counts = { visits: 0, views: 0, downloads: 0, createdAt }
  const invitations = [
    { name: 'Anna', email: null, rights, sections: ['Coast', 'gone'], expiresAt: null, revokedAt: null, ...counts },
  ]
  const images = [anImage('a'), anImage('b', { sectionId: 'South' }), anImage('c', { sectionId: 'Coast' })]
  const link = aLink('summer', { sections, invitations, images })
  await run([link])
  expect(bodiesTo('POST', '/api/links/link-1/sections')).toEqual(sections.map(({ _id, ...section }) => section))
  expect(bodiesTo('POST', '/api/links/link-1/invitations')).toMatchObject([{ sections: ['new-Coast'] }])
  const sectionsOfUploads = () =>
    bodiesTo('POST', '/api/links/link-1/images').map((body) => (body as { sectionId?: string }).sectionId)
  expect(sectionsOfUploads()).toEqual([undefined, 'new-South', 'new-Coast'])

  made.set('link-1', { _id: 'link-1', sections: [{ _id: 'new-South', title: 'South' }] })
  sent = []
  await run([link])
  expect(bodiesTo('POST', '/api/links/link-1/sections')).toEqual([{ title: 'Coast', text: '', anchor: 'coast' }])
  expect(sectionsOfUploads()).toEqual([undefined, 'new-South', 'new-Coast'])
})

test('a watermark without its logo becomes text that can be drawn, and the link stays as it is', async () => {
  const studio = { isOn: true, name: 'Halden', line: '', website: null, accent: null, logo: null, logoDark: null }
  const watermark = { mode: 'tiled', source: 'logo', text: '写真', opacity: 30, size: 25 }
  const noText = ({ path, body }: Sent) =>
    path === '/api/links' && (body as { watermark: { text: string } }).watermark.text === watermark.text
      ? { status: 400, code: 'VALIDATION_FAILED' }
      : undefined
  refusals = [noText, noText, noText]
  const { leftOut } = await run([aLink('summer', { watermark }), aLink('winter', { watermark })], { studio })
  expect(leftOut).toEqual(['the watermark text of summer'])
  expect([...made.values()]).toMatchObject([
    { slug: 'summer', isPrivate: false, watermark: { ...watermark, source: 'text', text: '©' } },
    { slug: 'winter', watermark: { ...watermark, source: 'text' } },
  ])
})

test("invitations can't add images to a link whose uploads have closed", async () => {
  const rights = { download: null, comment: null, choose: null, add: true }
  const counts = { visits: 0, views: 0, downloads: 0, createdAt }
  const invitations = [{ name: 'Anna', email: null, rights, expiresAt: null, revokedAt: null, ...counts }]
  const over = { guestUploads: 'invited', uploadsCloseAt: '2020-01-01T00:00:00.000Z' }
  await run([aLink('over', { invitations, ...over }), aLink('open', { invitations })])
  expect(bodiesTo('POST', '/api/links')).toMatchObject([{ guestUploads: 'off', uploadsCloseAt: null }, {}])
  expect(bodiesTo('POST', '/api/links/link-1/invitations')).toMatchObject([{ rights: { add: false } }])
  expect(bodiesTo('POST', '/api/links/link-2/invitations')).toMatchObject([{ rights: { add: true } }])
})

test('links that would be more open than before become private, and taken slugs are dropped', async () => {
  const later = '2100-01-01T00:00:00.000Z'
  const noEnds = ({ body }: Sent) =>
    (body as { expiresAt?: string })?.expiresAt ? { status: 403, code: 'PLAN_FEATURE' } : undefined
  refusals = [
    ({ body }) => ((body as { slug?: string })?.slug === 'taken' ? { status: 409, code: 'SLUG_TAKEN' } : undefined),
    noEnds,
    noEnds,
  ]
  const over = '2020-01-01T00:00:00.000Z'
  const { madePrivate } = await run([
    aLink('locked', { hasPassword: true }),
    aLink('over', { expiresAt: over }),
    aLink('taken'),
    aLink('ending', { expiresAt: later }),
  ])
  expect(madePrivate).toEqual(['locked', 'over', 'ending'])
  const links = [...made.values()] as { title: string; slug?: string; isPrivate: boolean; expiresAt: string | null }[]
  expect(links.map(({ title, slug, isPrivate, expiresAt }) => [title, slug, isPrivate, expiresAt])).toEqual([
    ['locked', 'locked', true, null],
    ['over', 'over', true, null],
    ['taken', undefined, false, null],
    ['ending', undefined, true, null],
  ])
})

test('an import lists skipped images, stops at the image limit, and reuses the link on a retry', async () => {
  refusals = [({ key }) => (key === 'import-a' ? { status: 415, code: 'UNSUPPORTED_IMAGE' } : undefined)]
  const link = aLink('summer', { images: [anImage('a'), anImage('b'), anImage('missing')] })
  const first = await run([link])
  expect(first.skipped.map(({ fileName }) => fileName).sort()).toEqual(['a.jpg', 'missing.jpg'])
  expect(first.images).toBe(1)

  refusals = [({ key }) => (key === 'import-b' ? { status: 403, code: 'IMAGE_LIMIT_REACHED' } : undefined)]
  await expect(run([link])).rejects.toThrow('Refused: IMAGE_LIMIT_REACHED')
  expect(made.size).toBe(1)
})

test("comments and favorites are sent in batches, and a full link doesn't stop the import", async () => {
  const comment = { name: 'Grandma', content: 'Lovely', isOwners: false, state: 'shown', createdAt }
  const list = { name: 'Lena', email: null, message: '', isSent: true, sentAt: null, createdAt }
  const images = [anImage('a', { comments: Array(250).fill(comment) }), anImage('b')]
  const chosen = [
    { imageId: 'a', note: '' },
    { imageId: 'missing', note: '' },
  ]
  const link = aLink('summer', { images, choices: Array(150).fill({ ...list, images: chosen }) })
  const { incomplete } = await run([link])
  const bodies = bodiesTo('POST', '/api/links/link-1/import') as { comments: object[]; choices: object[] }[]
  expect(bodies.map(({ comments, choices }) => [comments.length, choices.length])).toEqual([
    [100, 0],
    [100, 0],
    [50, 0],
    [0, 100],
    [0, 50],
  ])
  expect(bodies[3]?.choices[0]).toEqual({ ...list, images: [{ imageId: 'image-import-a', note: '' }] })
  expect(incomplete).toEqual([])

  refusals = [({ path }) => (path.endsWith('/import') ? { status: 403, code: 'FORBIDDEN' } : undefined)]
  const again = await run([link, aLink('winter', { images: [anImage('c')] })])
  expect(again).toMatchObject({ links: 2, images: 3, incomplete: ['summer'] })
})

test('a rate-limited upload is retried', async () => {
  refusals = [
    ({ key }) => (key ? { status: 429, code: 'RATE_LIMITED', headers: { 'retry-after': '0.01' } } : undefined),
  ]
  expect((await run([aLink('summer', { images: [anImage('a')] })])).images).toBe(1)
  expect(sent.filter(({ key }) => key === 'import-a')).toHaveLength(2)
})

test('fields that an older export lacks get their defaults', async () => {
  await run([aLink('summer', { opening: undefined })])
  expect(bodiesTo('POST', '/api/links')).toMatchObject([
    { opening: 'wall', comments: 'accounts', holdGuestComments: true },
  ])
})

test.each(['isPrivate', 'isListed', 'allowDownloads', 'expiresAt'])(
  'an export without %s is rejected',
  async (name) => {
    await expect(run([aLink('summer', { [name]: undefined })])).rejects.toThrow("isn't a Framelight account export")
    expect(sent).toEqual([])
  },
)

test("a ZIP that isn't an export is rejected before anything is created", async () => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('{"format":"other"}'), 'account.json')
  zip.end()
  const other = new Blob([await buffer(zip.outputStream as NodeJS.ReadableStream)])
  const reading = importAccount(other, { onProgress: () => {}, signal: new AbortController().signal })
  await expect(reading).rejects.toThrow("This ZIP isn't a Framelight account export.")
  expect(sent).toEqual([])
})
