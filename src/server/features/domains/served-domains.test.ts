import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { createDomains, domainHost as host } from '#test/support/domains.ts'
import { toForm } from '#test/support/form.ts'
import { allEmailsTo } from '#test/support/outbox.ts'
import { aPicture } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'
import { useWebApp } from '#test/support/web-app.ts'

const webApp = useWebApp()
const { server, build } = useServer({ defaultPlan: 'gold', studioForAll: false }, webApp)
const { aScene, fetchRaw, giveDomain, listen, onDomain } = createDomains(server)

const publicHost = 'photos.test'
let { link, owner, image, other } = {} as Awaited<ReturnType<typeof aScene>>

beforeAll(async () => {
  ;({ link, owner, image, other } = await aScene())
  await listen()
})

test("a gallery opens on its owner's domain, by both URLs", async () => {
  for (const url of [`/${link.slug}`, `/links/${link.slug}`, `/images/${image._id}`, `/links/${link.slug}/add`]) {
    expect([url, (await onDomain(url)).status]).toEqual([url, 200])
    expect([url, (await fetchRaw(url, { host })).status]).toEqual([url, 200])
  }
  const api = await onDomain(`/api/links/slug/${link.slug}`)
  expect(api.body.data).toMatchObject({ title: 'Summer', shareUrl: `http://${host}/${link.slug}` })
  expect((await onDomain(new URL(image.imageUrl, 'http://x').pathname)).status).toBe(200)
  expect((await onDomain(`/api/images/${image._id}`)).status).toBe(200)
  expect((await onDomain(`/api/comments/image/${image._id}`)).status).toBe(200)
  expect((await onDomain('/api/config')).status).toBe(200)
  expect((await onDomain(`/api/links/slug/${link.slug}/download`)).status).toBe(200)
})

test('a slash at the end and encoded letters lead to the gallery on the same host', async () => {
  const encoded = `%${link.slug.charCodeAt(0).toString(16)}${link.slug.slice(1)}`
  for (const [sent, location] of [
    [`/${link.slug}/`, `/${link.slug}`],
    [`/links/${link.slug}/?image=x`, `/links/${link.slug}?image=x`],
  ]) {
    const { status, headers } = await fetchRaw(sent ?? '', { host })
    expect([sent, status, headers.location]).toEqual([sent, 301, location])
  }
  expect((await fetchRaw(`/${encoded}`, { host })).status).toBe(200)
  expect((await fetchRaw('/%61pi/auth/me', { host })).status).toBe(404)
  for (const path of ['//evil.example/', '/%2Fevil.example/', '/pricing/']) {
    const { status, headers } = await fetchRaw(path, { host })
    expect([path, status]).toEqual([path, 302])
    expect(headers.location).toMatch(/^http:\/\/photos\.test\//)
  }
})

test("the web app's own files are served on a domain", async () => {
  await writeFile(join(webApp.webDir, 'favicon.svg'), '<svg/>')
  expect(await fetchRaw('/favicon.svg', { host })).toMatchObject({ status: 200, body: '<svg/>' })
})

test.each([
  ['/', '/'],
  ['/pricing', '/pricing'],
  ['/login?next=%2F', '/login?next=%2F'],
  ['/dashboard', '/dashboard'],
  ['/links/create', '/links/create'],
  ['/links/edit/1', '/links/edit/1'],
  ['/no/such/page', '/no/such/page'],
  ['//evil.example/x', '//evil.example/x'],
  ['/robots.txt', '/robots.txt'],
])('the page %s redirects to our own host', async (url, target) => {
  const { status, headers } = await fetchRaw(url, { host })
  expect([status, headers.location]).toEqual([302, `http://photos.test${target}`])
})

test('tags name the domain on both hosts, and pages are cached per host', async () => {
  const pages = { [host]: `/${link.slug}`, [publicHost]: `/links/${link.slug}` }
  for (let round = 0; round < 10; round++) {
    for (const [at, url] of Object.entries(pages)) {
      const { body } = await fetchRaw(url, { host: at })
      expect(body).toContain(`<link rel="canonical" href="http://${host}/${link.slug}">`)
      expect(body).toContain(`<meta property="og:url" content="http://${host}/${link.slug}">`)
      expect(body).toMatch(/<meta property="og:image" content="http:\/\/photos\.example\.com\/media\//)
      expect(body).toContain(`"url":"http://${at}${url}"`)
    }
  }
  const { body } = await fetchRaw(`/images/${image._id}`, { host: publicHost })
  expect(body).toContain(`<link rel="canonical" href="http://${host}/images/${image._id}">`)
})

test('a slug that is also the name of a page has the long URL', async () => {
  const mine = await build.aLink({ owner })
  await server.db.insertInto('slugs').values({ slug: 'activity', link_id: mine._id }).execute()
  await server.db.updateTable('links').set({ slug: 'activity' }).where('id', '=', mine._id).execute()
  const { body } = await server.get(`/api/links/${mine._id}`, { token: owner.token })
  expect(body.data.shareUrl).toBe(`http://${host}/links/activity`)
  const page = await onDomain('/links/activity')
  expect([page.status, page.body]).toEqual([200, expect.stringContaining(`content="http://${host}/links/activity"`)])
})

test('an old slug redirects on the same host', async () => {
  const mine = await build.aLink({ owner })
  await server.put(`/api/links/${mine._id}`, { slug: 'new-name' }, { token: owner.token })
  const moved = await onDomain(`/${mine.slug}?ref=1`)
  expect([moved.status, moved.headers.location]).toEqual([301, '/new-name?ref=1'])
  expect((await onDomain(`/api/links/slug/${mine.slug}`)).headers.location).toBe('/api/links/slug/new-name')
})

test('a page wins over a gallery with its name', async () => {
  const mine = await build.aLink({ owner })
  // Such a slug may be older than the page.
  await server.db.insertInto('slugs').values({ slug: 'pricing', link_id: mine._id }).execute()
  await server.db.updateTable('links').set({ slug: 'pricing' }).where('id', '=', mine._id).execute()
  const page = await onDomain('/pricing')
  expect([page.status, page.headers.location]).toEqual([302, 'http://photos.test/pricing'])
  expect((await onDomain('/links/pricing')).status).toBe(200)
})

test('a host that was replaced, such as one in a printed QR code, is unknown', async () => {
  const mine = await build.aLink()
  await giveDomain(mine.owner, 'printed.example.com')
  const at = { headers: { host: 'printed.example.com' } }
  expect((await server.get(`/${mine.slug}`, at)).status).toBe(200)
  await server.put('/api/auth/domain', { host: 'next.example.com' }, { token: mine.owner.token })
  expect((await server.get(`/${mine.slug}`, at)).status).toBe(404)
  const { body } = await server.get(`/api/links/slug/${mine.slug}`)
  expect(body.data.shareUrl).toBe(`http://photos.test/links/${mine.slug}`)
})

test("hostile Host headers reach our own host, not someone's domain", async () => {
  const hostile = [
    '',
    '.',
    '..',
    ':',
    ':80',
    'photos',
    'localhost',
    '127.0.0.1',
    '[::1]',
    '[::1]:5000',
    `x.${host}`,
    `${host}.evil.example`,
    `evil.example/${host}`,
    `${host}/..`,
    `${host}#`,
    `${host}?`,
    `${host}@evil.example`,
    `evil.example@${host}`,
    `${host},${publicHost}`,
    `${host} `.repeat(2).trim(),
    `${host}:80:80`,
    `${host}:x`,
    `${host}..`,
    `.${host}`,
    `%70hotos.example.com`,
    `photos%2eexample.com`,
    "photos.example.com' or 1=1",
    `${'a'.repeat(300)}.example.com`,
    `${'a.'.repeat(3000)}com`,
    'xn--80ak6aa92e.com',
    'пример.example'.normalize().replace(/[^\x20-\x7e]/g, '?'),
  ]
  expect(hostile.length).toBeGreaterThanOrEqual(30)
  for (const given of hostile) {
    const { status, headers } = await fetchRaw(`/links/${other.slug}`, { host: given })
    expect([given, status, headers.location]).toEqual([given, 200, undefined])
  }
  for (const same of [host.toUpperCase(), `${host}.`, `${host}:8080`, `${host}.:443`]) {
    expect([same, (await fetchRaw(`/links/${other.slug}`, { host: same })).status]).toEqual([same, 404])
    expect([same, (await fetchRaw(`/${link.slug}`, { host: same })).status]).toEqual([same, 200])
  }
  const forwarded = { host: publicHost, 'x-forwarded-host': host, forwarded: `host=${host}` }
  expect((await fetchRaw(`/links/${other.slug}`, forwarded)).status).toBe(200)
  expect((await fetchRaw(`/${link.slug}`, forwarded)).status).toBe(404)
})

test('emails to visitors use the domain', async () => {
  const bytes = await aPicture().png().toBuffer()
  const { payload, headers } = toForm([{ name: 'logo', fileName: 'logo.png', bytes }])
  const { token } = owner
  const studio = await server.call('PUT', '/api/auth/studio/logo/light', { token, body: payload, headers })
  await server.put('/api/auth/studio', { isOn: true }, { token })
  const anna = 'anna-follows@example.org'
  await server.post(`/api/links/slug/${link.slug}/follow`, { email: anna }, { headers: { host } })
  const [email = ''] = await allEmailsTo(server, /anna-follows/)
  expect(email).toContain(`http://${host}/follow/`)
  expect(email).toContain(`http://${host}${studio.body.data.logoUrl}`)
  expect((await onDomain(studio.body.data.logoUrl)).status).toBe(200)
  const path = /http:\/\/photos\.example\.com(\/follow\/[\w-]+)/.exec(email)?.[1] ?? ''
  expect((await onDomain(`/api${path}`)).status).toBe(200)
  await giveDomain(other.owner, 'other.example.com')
  expect((await server.get(`/api${path}`, { headers: { host: 'other.example.com' } })).status).toBe(404)
})

test('a paused domain redirects to our own host', async () => {
  const mine = await build.aLink()
  await giveDomain(mine.owner, 'paused.example.com')
  const at = { headers: { host: 'paused.example.com' } }
  expect((await server.get(`/${mine.slug}`, at)).status).toBe(200)
  await server.db.updateTable('users').set({ granted_plan: 'free' }).where('id', '=', mine.owner.id).execute()
  server.clock.advance(3000)
  for (const [url, target] of [
    [`/${mine.slug}?image=1`, `/links/${mine.slug}?image=1`],
    [`/links/${mine.slug}`, `/links/${mine.slug}`],
    ['/', '/'],
  ] as const) {
    const { status, headers } = await server.get(url, at)
    expect([status, headers.location]).toEqual([302, `http://photos.test${target}`])
  }
  expect((await server.get(`/api/links/slug/${mine.slug}`, at)).status).toBe(404)
  const { body } = await server.get(`/api/links/slug/${mine.slug}`)
  expect(body.data.shareUrl).toBe(`http://photos.test/links/${mine.slug}`)
})

test('a lapsed domain and a removed one are unknown hosts', async () => {
  const mine = await build.aLink()
  await giveDomain(mine.owner, 'lapsed.example.com')
  const at = { headers: { host: 'lapsed.example.com' } }
  expect((await server.get(`/${mine.slug}`, at)).status).toBe(200)
  const missingSince = new Date(server.clock.now().getTime() - days(7)).toISOString()
  await server.db
    .updateTable('domains')
    .set({ missing_since: missingSince })
    .where('user_id', '=', mine.owner.id)
    .execute()
  server.clock.advance(3000)
  expect((await server.get(`/${mine.slug}`, at)).status).toBe(404)
  expect((await server.get(`/links/${other.slug}`, at)).status).toBe(200)
  const { body } = await server.get(`/api/links/slug/${mine.slug}`)
  expect(body.data.shareUrl).toBe(`http://photos.test/links/${mine.slug}`)
})
