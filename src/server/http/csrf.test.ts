// @engine sqlite
import { expect, test } from 'vitest'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer()

type Headers = Record<string, string>

test.each<[Headers, string]>([
  [{ 'sec-fetch-site': 'cross-site' }, 'FORBIDDEN'],
  [{ 'sec-fetch-site': 'cross-site', origin: 'http://photos.test', host: 'photos.test' }, 'FORBIDDEN'],
  [{ origin: 'http://evil.test', host: 'photos.test' }, 'FORBIDDEN'],
  [{ origin: 'null', host: 'photos.test' }, 'FORBIDDEN'],
  [{}, 'counted'],
  [{ 'sec-fetch-site': 'same-origin' }, 'counted'],
  [{ 'sec-fetch-site': 'same-site', origin: 'http://evil.photos.test', host: 'photos.test' }, 'FORBIDDEN'],
  [{ 'sec-fetch-site': 'same-site', origin: 'http://photos.test:8080', host: 'photos.test' }, 'FORBIDDEN'],
  [{ 'sec-fetch-site': 'somewhere' }, 'FORBIDDEN'],
  [{ 'sec-fetch-site': 'same-site' }, 'counted'],
  [{ 'sec-fetch-site': 'same-site', origin: 'http://photos.test', host: 'photos.test' }, 'counted'],
  [{ 'sec-fetch-site': 'none' }, 'counted'],
  [{ origin: 'http://photos.test', host: 'photos.test' }, 'counted'],
  [{ origin: 'http://photos.test', host: '127.0.0.1:3000' }, 'counted'],
  [{ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, 'counted'],
])('a write with the headers %o is %s', async (headers, outcome) => {
  const { slug } = await build.aLink()
  const { body } = await server.post(`/api/links/slug/${slug}/visit`, {}, { headers })
  expect(body.success ? 'counted' : body.code).toBe(outcome)
})

test("cross-site reads and payment webhooks aren't blocked", async () => {
  const { slug } = await build.aLink()
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await server.get(`/api/links/slug/${slug}`, { headers })).status).toBe(200)
  expect((await server.post('/api/payment/webhook', {}, { headers })).status).toBe(404)
})

test('text/plain and URL-encoded bodies, which forms on other sites can send, are rejected', async () => {
  const { slug } = await build.aLink()
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const headers = { 'content-type': type }
    const { status } = await server.call('POST', `/api/links/slug/${slug}/visit`, { body: 'ref=x', headers })
    expect(status).toBe(400)
  }
})
