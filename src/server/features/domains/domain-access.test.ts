import { beforeAll, expect, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import { createDomains, firefox, domainHost as host } from '#test/support/domains.ts'
import { useServer } from '#test/support/use-server.ts'
import { useWebApp } from '#test/support/web-app.ts'

const { server, build } = useServer({ defaultPlan: 'gold', studioForAll: false }, useWebApp())
const { aScene, onDomain } = createDomains(server)

const publicHost = 'photos.test'
let { link, owner, image, other } = {} as Awaited<ReturnType<typeof aScene>>
let otherImage: Pick<Image, '_id' | 'imageUrl'>

beforeAll(async () => {
  ;({ link, owner, image, other } = await aScene())
  otherImage = await build.anImage({ link: other })
})

test("another account's links are the same 404 as ones that never existed", async () => {
  const never = 'V1StGXR8Z5jdHi6Bmyt8Zw'
  const answers = (slug: string, id: string, from: string) =>
    Promise.all(
      [
        `/${slug}`,
        `/links/${slug}`,
        `/links/${slug}/add`,
        `/images/${id}`,
        `/api/links/slug/${slug}`,
        `/api/links/slug/${slug}/choice`,
        `/api/links/slug/${slug}/my-uploads`,
        `/api/links/slug/${slug}/download`,
        `/api/images/${id}`,
        `/api/comments/image/${id}`,
        `/media/${id}/${otherImage.imageUrl.split('/').at(-1)}`,
        `/media/${id}/card.jpg`,
      ].map(async (url) => {
        const { status, body } = await onDomain(url, { from })
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        // The fake renderer counts its calls.
        const page = text.replace(/ \d+<\/p>/, '</p>')
        return { status, text: page.replaceAll(slug, 'SLUG').replaceAll(id, 'ID') }
      }),
    )
  const theirs = await answers(other.slug, otherImage._id, '10.9.0.2')
  expect(theirs).toEqual(await answers('never-was-here', never, '10.9.0.3'))
  expect(new Set(theirs.map(({ status }) => status))).toEqual(new Set([404]))
  // On our own host, they open.
  expect((await server.get(`/links/${other.slug}`, { headers: { host: publicHost } })).status).toBe(200)
})

test('tokens for links of another account are unknown on a domain', async () => {
  const { body } = await server.post(
    `/api/links/${other._id}/invitations`,
    { name: 'Anna' },
    { token: other.owner.token },
  )
  const theirs = new URL(body.data.url).pathname
  expect(body.data.url).toMatch(/^http:\/\/photos\.test\/i\//)
  expect((await onDomain(theirs)).status).toBe(404)
  expect((await server.get(theirs, { headers: { 'user-agent': firefox } })).status).toBe(303)

  const mine = (await server.post(`/api/links/${link._id}/invitations`, { name: 'Anna' }, { token: owner.token })).body
    .data
  expect(mine.url).toMatch(/^http:\/\/photos\.example\.com\/i\//)
  const entered = await onDomain(new URL(mine.url).pathname)
  expect([entered.status, entered.headers.location]).toEqual([303, `/${link.slug}`])
  expect(String(entered.headers['set-cookie'])).not.toMatch(/domain=/i)

  const wall = (await server.put(`/api/links/${other._id}/live-wall`, { isOn: true }, { token: other.owner.token }))
    .body.data
  expect((await onDomain(`/api${new URL(wall.url).pathname}`)).status).toBe(404)
})

test('other API calls do not exist on a domain, and no one is logged in there', async () => {
  const credentials = { email: owner.email, password: owner.password }
  for (const [method, url] of [
    ['POST', '/api/auth/login'],
    ['POST', '/api/auth/register'],
    ['GET', '/api/auth/me'],
    ['GET', '/api/links'],
    ['GET', `/api/links/${link._id}`],
    ['GET', '/api/domains/ask?domain=photos.example.com'],
    ['GET', '/api/health'],
    ['DELETE', '/api/auth/domain'],
  ] as const) {
    const { status, body } = await server.call(method, url, {
      token: owner.token,
      headers: { host },
      ...(method === 'POST' && { body: credentials }),
    })
    expect([url, status, body.code]).toEqual([url, 404, 'NOT_FOUND'])
  }
  const seen = await server.get(`/api/links/slug/${link.slug}`, { token: owner.token, headers: { host } })
  expect(seen.body.data).not.toHaveProperty('uploadsWaiting')
  for (const id of [image._id, otherImage._id, 'V1StGXR8Z5jdHi6Bmyt8Zw']) {
    const body = { content: 'Lovely', name: 'Lena' }
    const { status } = await server.post(`/api/comments/image/${id}`, body, { headers: { host } })
    expect([id, status]).toEqual([id, id === image._id ? 201 : 404])
  }
  const removed = await server.call('DELETE', `/api/images/${image._id}`, { token: owner.token, headers: { host } })
  expect(removed.status).toBe(401)
})

test('neither host may act on the other', async () => {
  const visit = (at: string, origin: string, site?: string) =>
    server.post(
      `/api/links/slug/${link.slug}/visit`,
      {},
      {
        headers: { host: at, origin, ...(site && { 'sec-fetch-site': site }) },
      },
    )
  expect((await visit(host, `http://${host}`)).status).toBe(200)
  expect((await visit(host, `http://${publicHost}`)).status).toBe(403)
  expect((await visit(host, `http://${publicHost}`, 'same-site')).status).toBe(403)
  expect((await visit(publicHost, `http://${host}`)).status).toBe(403)
  expect((await visit(publicHost, `http://${publicHost}`)).status).toBe(200)
})

test('a password opens a gallery on one host only', async () => {
  const locked = await build.aLink({ owner, password: 'open sesame' })
  expect((await onDomain(`/${locked.slug}`)).status).toBe(403)
  const form = { 'content-type': 'application/x-www-form-urlencoded', host }
  const opened = await server.post(`/links/${locked.slug}/unlock`, 'password=open+sesame', { headers: form })
  expect([opened.status, opened.headers.location]).toEqual([303, `/${locked.slug}`])
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  expect((await onDomain(`/${locked.slug}`, { cookie })).status).toBe(200)
})
