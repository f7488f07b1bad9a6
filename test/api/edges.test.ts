// @engine sqlite
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { failure } from '#shared/errors.ts'
import { sendRaw } from '#test/process/raw-request.ts'
import { createOwnServer } from '../support/server.ts'
import { useServer } from '../support/use-server.ts'

const { server, build } = useServer()
let port: number

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})

const request = (line: string, headers: string[] = []) =>
  sendRaw(port, `${[`${line} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`)

describe('an unknown path returns 404 and is never cached:', () => {
  test.each([
    '/api/links/a%00b',
    '/%61pi/links/a%00b',
    '/api/links/slug/%00',
    '/api/images/%00',
    '/api/comments/image/a%00',
    '/media/a%00b/480.webp',
    'http://elsewhere.test/api/links/a%00b',
    'http://elsewhere.test/api/links/slug/a%00b',
    '/api/links/%F0%9F%8C%85',
    '/api/links/a%2Fb',
    '/api/nothing',
  ])('%s', async (address) => {
    const { status, headers, body } = await request(`GET ${address}`)
    expect({ status, code: failure.parse(JSON.parse(body)).code }).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(headers['cache-control']).toBe('no-store')
  })
})

test.each([101, 5000])('a slug of %i characters is rejected and never cached', async (length) => {
  const { status, headers } = await request(`GET /api/links/slug/${'x'.repeat(length)}`)
  expect([400, 404]).toContain(status)
  expect(headers['cache-control']).toBe('no-store')
})

test.each([
  '/api/config',
  '/%61pi/config',
  '/api/%63onfig',
  '/%61%70%69/links/public',
  'http://elsewhere.test/api/config',
  '/api/config?x=/assets/',
])('%s returns 200 and is never cached', async (address) => {
  const { status, headers } = await request(`GET ${address}`)
  expect({ status, caching: headers['cache-control'] }).toEqual({ status: 200, caching: 'no-store' })
})

test.each([
  ['at the limit', 32, 'Email is required'],
  ['past the limit', 33, "The data can't be nested more than 32 levels deep"],
  ['far past the limit', 30_000, "The data can't be nested more than 32 levels deep"],
])('JSON nested %s, %i levels deep, returns 400: %s', async (_where, depth, sentence) => {
  const payload = `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  const headers = { 'content-type': 'application/json' }
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers })
  expect([answer.statusCode, failure.parse(answer.json()).error]).toEqual([400, sentence])
})

describe('security headers are set on the response to', () => {
  test.each([
    ['a malformed percent escape', 400, 'GET /api/links/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['oversized headers', 431, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['an unknown expectation', 417, 'GET /api/config HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n'],
    ["data that isn't HTTP", 400, 'hello?\r\n\r\n'],
    ['an unknown method', 400, 'BREW /api/config HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s (%i)', async (_, wanted, bytes) => {
    const { status, headers, body } = await sendRaw(port, bytes)
    expect(status).toBe(wanted)
    expectSafe(headers)
    expect(failure.parse(JSON.parse(body)).success).toBe(false)
  })

  test('a request without a Host header', async () => {
    const { status, headers } = await sendRaw(port, 'GET /api/config HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(status).toBe(200)
    expectSafe(headers)
  })

  function expectSafe(headers: Record<string, string>) {
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': expect.stringContaining("script-src 'self';"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
  }
})

test.each([
  ['a malformed percent escape', (secret: string) => `/api/links/slug/${secret}%zz`],
  ['an oversized path segment', (secret: string) => `/api/auth/resetpassword/${secret}${'x'.repeat(200)}`],
  ['a null byte', (secret: string) => `/api/links/${secret}%00`],
  ['an unknown path', (secret: string) => `/nowhere/${secret}`],
  ['an invalid query', (secret: string) => `/api/links/public?limit=${secret}`],
  ['another host', (secret: string) => `http://elsewhere.test/api/links/slug/${secret}%zz`],
])('a URL with %s is never logged, at any level', async (_, addressOf) => {
  const secret = `secret-${Math.random().toString(36).slice(2)}`
  server.logLines.length = 0
  await request(`GET ${addressOf(secret)}`)
  await request(`PUT ${addressOf(secret)}`, ['Content-Type: application/json', 'Content-Length: 2', '', '{}'])

  expect(server.logLines.length).toBeGreaterThan(0)
  expect(server.logLines.filter((line) => line.includes(secret))).toEqual([])
})

test('a login overtakes queued password guesses from another IP address', async () => {
  const { email, password } = await build.aUser()
  const flood = 40
  const attacker = build.anAddress()
  let answered = 0
  const guesses = Array.from({ length: flood }, async (_, n) => {
    const guess = { email: `nobody-${n}@example.com`, password: 'guess-1' }
    const { status } = await server.post('/api/auth/login', guess, { from: attacker })
    answered++
    return status
  })
  const login = await server.post('/api/auth/login', { email, password }, { from: build.anAddress() })

  expect(login.status).toBe(200)
  // Some guesses finish between the login's queries. The queued ones must finish after the login.
  expect(answered).toBeLessThan(flood * 0.8)
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]))
})

test('all IP addresses in an IPv6 /64 network count as one client', async () => {
  const own = await createOwnServer()
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Is it me?' }
  const statuses: number[] = []
  for (let n = 1; n <= 11; n++) {
    statuses.push((await own.post('/api/contact', message, { from: `2001:db8:1:2:${n}::${n}` })).status)
  }

  expect(statuses).toEqual([...Array(10).fill(201), 429])
  expect((await own.post('/api/contact', message, { from: '2001:db8:1:3::1' })).status).toBe(201)
})

describe('invisible characters', () => {
  const unseen = [
    '\u200b',
    '\u200b\u200c\u200d\u2060\ufeff',
    '\u00ad',
    ' \u2028\u3000 ',
    '\u0301',
    '\u202e\u202c',
    '\ue000',
  ]

  test.each(unseen)('such as %j are rejected if a title, name or comment has nothing else', async (text) => {
    const { token } = await build.aUser()
    const image = await build.anImage()
    const title = await server.post('/api/links', { title: text }, { token })
    const name = await server.put('/api/auth/updateprofile', { name: text }, { token })
    const comment = await server.post(`/api/comments/image/${image._id}`, { content: text }, { token })

    expect([title, name, comment].map(({ body }) => body.fields)).toEqual([
      { title: 'Title is required' },
      { name: 'Name is required' },
      { content: 'Comment is required' },
    ])
  })

  test("are kept in text that's otherwise visible", async () => {
    const { token } = await build.aUser()
    const title = '👩\u200d👧 नमस्ते e\u0301'
    expect((await server.post('/api/links', { title }, { token })).body.data.title).toBe(title)
    expect((await server.post('/api/links', { title: '🌅', description: '' }, { token })).status).toBe(201)
  })
})
