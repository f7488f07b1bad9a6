import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { getMe, login, logout, updateProfile } from '#shared/accounts.ts'
import { getConfig } from '#shared/config.ts'
import { createLink, getLink, type Link, listLinks, updateLink } from '#shared/links.ts'
import { ApiError, call } from './api.ts'
import { sentenceOf } from './sentence.ts'

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

describe('what is sent', () => {
  test('parameters are escaped into the address', async () => {
    answers(200, { success: true, data: {} })
    await call(getLink, { params: { id: 'a/b ?' } })
    expect(lastRequest()).toMatchObject({ url: '/api/links/a%2Fb%20%3F', method: 'GET', body: null })
  })

  test('the query is escaped, and what is undefined is left out', async () => {
    answers(200, { success: true, data: [] })
    await call(listLinks, { query: { search: 'sea & sky', sort: 'oldest', cursor: undefined, limit: 5 } })
    expect(lastRequest().url).toBe('/api/links?search=sea+%26+sky&sort=oldest&limit=5')
  })

  test('a body goes as JSON, and only then is its type named', async () => {
    answers(201, { success: true, data: {} })
    await call(createLink, { body: { title: 'Dunes' } })
    expect(lastRequest()).toMatchObject({ url: '/api/links', method: 'POST', body: '{"title":"Dunes"}' })
    expect(lastRequest().headers.get('content-type')).toBe('application/json')

    answers(200, { success: true, data: {} })
    await call(getConfig)
    expect(lastRequest().headers.has('content-type')).toBe(false)
  })

  test('the token goes along when there is one', async () => {
    answers(200, { success: true, data: {} })
    await call(getMe)
    expect(lastRequest().headers.has('authorization')).toBe(false)

    stored.set('authToken', 'secret')
    answers(200, { success: true, data: {} })
    await call(getMe)
    expect(lastRequest().headers.get('authorization')).toBe('Bearer secret')
  })

  test('the schemas say what must be given', () => {
    // @ts-expect-error: no parameters
    expectTypeOf(call<typeof getLink>).toBeCallableWith(getLink)
    // @ts-expect-error: no body
    expectTypeOf(call<typeof updateLink>).toBeCallableWith(updateLink, { params: { id: '1' } })
    // @ts-expect-error: there is no such sort
    expectTypeOf(call<typeof listLinks>).toBeCallableWith(listLinks, { query: { sort: 'best' } })
    expectTypeOf(call<typeof listLinks>).toBeCallableWith(listLinks)
  })
})

describe('what comes back', () => {
  test('the answer as it is, typed by the schema', async () => {
    answers(200, { success: true, data: [{ title: 'Dunes' }], nextCursor: 'more' })
    const answer = await call(listLinks)
    expectTypeOf(answer.data).toEqualTypeOf<Link[]>()
    expect(answer).toEqual({ success: true, data: [{ title: 'Dunes' }], nextCursor: 'more' })
  })

  test('a refusal carries status, code, sentence and fields', async () => {
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
  ])('the sentence of %j is read, with a code or without', async (body, sentence) => {
    server.mockResolvedValueOnce(Response.json(body, { status: 400 }))
    const failure = await failureOf(call(getConfig))
    expect(failure).toMatchObject({ status: 400, message: sentence, fields: {} })
    expect(sentenceOf(failure, 'Try again.')).toBe(sentence)
  })

  test('without a connection the sentence says so', async () => {
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await failureOf(call(getConfig))).toMatchObject({
      status: 0,
      code: 'UNREACHABLE',
      message: 'The server could not be reached. Check your connection and try again.',
      fields: {},
    })
  })

  test.each([200, 502])('an answer of status %i that is not JSON is a failure with a sentence', async (status) => {
    server.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status }))
    expect(await failureOf(call(getConfig))).toMatchObject({
      status,
      code: 'UNREADABLE',
      message: 'The server gave an answer that makes no sense. Try again in a moment.',
    })
  })
})

describe('the end of a session', () => {
  test('a 401 removes the token and tells the page', async () => {
    stored.set('authToken', 'old')
    refuses(401, 'UNAUTHENTICATED', 'Sign in first')
    await failureOf(call(listLinks))
    expect(stored.has('authToken')).toBe(false)
    expect(expiries).toBe(1)
  })

  test.each([
    ['login', () => call(login, { body: { email: 'a@b.c', password: 'secret' } })],
    ['logout', () => call(logout)],
    ['asking who one is', () => call(getMe)],
  ])('a 401 of %s is a refusal and nothing more', async (_name, made) => {
    stored.set('authToken', 'old')
    refuses(401, 'UNAUTHENTICATED', 'Wrong email or password')
    await failureOf(made())
    expect(stored.get('authToken')).toBe('old')
    expect(expiries).toBe(0)
  })

  test('a 401 of what one changes about oneself ends the session too', async () => {
    stored.set('authToken', 'old')
    refuses(401, 'UNAUTHENTICATED', 'Your session has ended. Please log in again.')
    await failureOf(call(updateProfile, { body: { name: 'Ann' } }))
    expect(stored.has('authToken')).toBe(false)
    expect(expiries).toBe(1)
  })

  test('a late 401 leaves a session alone that has begun since', async () => {
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

test('with storage switched off, calls still work', async () => {
  vi.stubGlobal('localStorage', undefined)
  answers(200, { success: true, data: { supportEmail: 'help@example.com', payments: 'off' } })
  expect((await call(getConfig)).data.supportEmail).toBe('help@example.com')
})
