import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { getMe, login, logout, updateProfile } from '#shared/accounts.ts'
import { getConfig } from '#shared/config.ts'
import { createLink, getLink, type Link, listLinks, updateLink } from '#shared/links.ts'
import { ApiError, call } from './api.ts'
import { errorMessage } from './error-message.ts'

const stored = new Map<string, string>()
const page = Object.assign(new EventTarget(), { location: { search: '' } })
const server = vi.fn<typeof fetch>()
let expiries = 0
page.addEventListener('auth-expired', () => {
  expiries += 1
})

const answers = (status: number, body: unknown) => server.mockResolvedValueOnce(Response.json(body, { status }))
const refuses = (status: number, code: string, message: string, fields?: Record<string, string>) =>
  answers(status, { success: false, error: message, message, code, fields })

function lastRequest() {
  const [url, init] = server.mock.lastCall ?? []
  return { url, method: init?.method, headers: new Headers(init?.headers), body: init?.body }
}

async function failureOf(promise: Promise<unknown>) {
  const error = await promise.catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${error}`)
  return error
}

afterEach(() => vi.unstubAllGlobals())

beforeEach(() => {
  stored.clear()
  server.mockReset()
  expiries = 0
  vi.stubGlobal('fetch', server)
  vi.stubGlobal('window', page)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

describe('a request', () => {
  test('escapes parameters in the URL', async () => {
    answers(200, { success: true, data: {} })
    await call(getLink, { params: { id: 'a/b ?' } })
    expect(lastRequest()).toMatchObject({ url: '/api/links/a%2Fb%20%3F', method: 'GET', body: null })
  })

  test('escapes the query and omits undefined values', async () => {
    answers(200, { success: true, data: [] })
    await call(listLinks, { query: { search: 'sea & sky', sort: 'oldest', cursor: undefined, limit: 5 } })
    expect(lastRequest().url).toBe('/api/links?search=sea+%26+sky&sort=oldest&limit=5')
  })

  test('sends its body as JSON, and no content type without a body', async () => {
    answers(201, { success: true, data: {} })
    await call(createLink, { body: { title: 'Dunes' } })
    expect(lastRequest()).toMatchObject({ url: '/api/links', method: 'POST', body: '{"title":"Dunes"}' })
    expect(lastRequest().headers.get('content-type')).toBe('application/json')

    answers(200, { success: true, data: {} })
    await call(getConfig)
    expect(lastRequest().headers.has('content-type')).toBe(false)
  })

  test('includes the token if there is one', async () => {
    answers(200, { success: true, data: {} })
    await call(getMe)
    expect(lastRequest().headers.has('authorization')).toBe(false)

    stored.set('authToken', 'secret')
    answers(200, { success: true, data: {} })
    await call(getMe)
    expect(lastRequest().headers.get('authorization')).toBe('Bearer secret')
  })

  test('requires input that matches the schemas', () => {
    // @ts-expect-error: no parameters
    expectTypeOf(call<typeof getLink>).toBeCallableWith(getLink)
    // @ts-expect-error: no body
    expectTypeOf(call<typeof updateLink>).toBeCallableWith(updateLink, { params: { id: '1' } })
    // @ts-expect-error: unknown sort
    expectTypeOf(call<typeof listLinks>).toBeCallableWith(listLinks, { query: { sort: 'best' } })
    expectTypeOf(call<typeof listLinks>).toBeCallableWith(listLinks)
  })
})

describe('a call', () => {
  test('returns a response typed by the schema', async () => {
    answers(200, { success: true, data: [{ title: 'Dunes' }], nextCursor: 'more' })
    const answer = await call(listLinks)
    expectTypeOf(answer.data).toEqualTypeOf<Link[]>()
    expect(answer).toEqual({ success: true, data: [{ title: 'Dunes' }], nextCursor: 'more' })
  })

  test('throws an error with status, code, message and fields', async () => {
    refuses(400, 'VALIDATION_FAILED', 'Title is required', { title: 'Title is required' })
    expect(await failureOf(call(createLink, { body: { title: '' } }))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: 'Title is required',
      fields: { title: 'Title is required' },
    })
  })

  test.each([
    [{ message: 'From message' }, 'From message'],
    [{ error: 'From error' }, 'From error'],
    [{ message: '', error: 'From error', code: 'FORBIDDEN' }, 'From error'],
  ])('uses the message of %j, with or without a code', async (body, sentence) => {
    server.mockResolvedValueOnce(Response.json(body, { status: 400 }))
    const failure = await failureOf(call(getConfig))
    expect(failure).toMatchObject({ status: 400, message: sentence, fields: {} })
    expect(errorMessage(failure, 'Try again.')).toBe(sentence)
  })

  test('throws an error with its own message if the network fails', async () => {
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await failureOf(call(getConfig))).toMatchObject({
      status: 0,
      code: 'UNREACHABLE',
      message: "Couldn't reach the server. Check your connection and try again.",
      fields: {},
    })
  })

  test.each([200, 502])("throws an error if a %i response isn't JSON", async (status) => {
    server.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status }))
    expect(await failureOf(call(getConfig))).toMatchObject({
      status,
      code: 'UNREADABLE',
      message: 'Something went wrong. Try again in a moment.',
    })
  })
})

describe('a 401', () => {
  test('removes the token and fires auth-expired', async () => {
    stored.set('authToken', 'old')
    refuses(401, 'UNAUTHENTICATED', 'Sign in first')
    await failureOf(call(listLinks))
    expect(stored.has('authToken')).toBe(false)
    expect(expiries).toBe(1)
  })

  test.each([
    ['login', () => call(login, { body: { email: 'a@b.c', password: 'secret' } })],
    ['logout', () => call(logout)],
    ['getMe', () => call(getMe)],
  ])("from %s doesn't end the session", async (_name, made) => {
    stored.set('authToken', 'old')
    refuses(401, 'UNAUTHENTICATED', 'Wrong email or password')
    await failureOf(made())
    expect(stored.get('authToken')).toBe('old')
    expect(expiries).toBe(0)
  })

  test('from a profile update ends the session', async () => {
    stored.set('authToken', 'old')
    refuses(401, 'UNAUTHENTICATED', 'Your session has ended. Please log in again.')
    await failureOf(call(updateProfile, { body: { name: 'Ann' } }))
    expect(stored.has('authToken')).toBe(false)
    expect(expiries).toBe(1)
  })

  test("that arrives late doesn't end a newer session", async () => {
    stored.set('authToken', 'old')
    server.mockImplementationOnce(async () => {
      stored.set('authToken', 'new')
      return Response.json({ message: 'Sign in first', code: 'UNAUTHENTICATED' }, { status: 401 })
    })
    await failureOf(call(listLinks))
    expect(stored.get('authToken')).toBe('new')
    expect(expiries).toBe(0)
  })
})

test('calls work without localStorage', async () => {
  vi.stubGlobal('localStorage', undefined)
  answers(200, { success: true, data: { supportEmail: 'help@example.com', payments: 'off' } })
  expect((await call(getConfig)).data.supportEmail).toBe('help@example.com')
})
