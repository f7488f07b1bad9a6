import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SemaphoreFull } from '#server/platform/concurrency/fair-semaphore.ts'
import { StorageUnavailable } from '#server/platform/storage/storage.ts'
import { createComment } from '#shared/comments.ts'
import { AppError, failure, invalidField } from '#shared/errors.ts'
import { createLink } from '#shared/links.ts'
import { handleError, toFailure } from './errors.ts'

let app: ReturnType<typeof createApp>
let logged: { level: number; err?: { message: string; stack: string }; reqId: string }[]

function createApp() {
  const stream = { write: (line: string) => void logged.push(JSON.parse(line)) }
  const created = Fastify({ logger: { level: 'debug', stream }, bodyLimit: 1000, frameworkErrors: handleError })
  created.setValidatorCompiler(validatorCompiler)
  created.setSerializerCompiler(serializerCompiler)
  created.setErrorHandler(handleError)
  return created
}

beforeEach(() => {
  logged = []
  app = createApp()
})
afterEach(() => app.close())

async function answerTo(thrown: unknown) {
  app.get('/fail', () => Promise.reject(thrown))
  const response = await app.inject('/fail')
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

const failures = () => logged.filter(({ level }) => level !== 30)
const levels = { debug: 20, warn: 40, error: 50 }

test('a failure contains its message as `error` and `message`, and omits empty fields', () => {
  expect(toFailure('NOT_FOUND', 'Not found')).toEqual({
    success: false,
    error: 'Not found',
    message: 'Not found',
    code: 'NOT_FOUND',
  })
  expect(toFailure('LINK_EXPIRED', 'Over.', { data: { _id: '1' }, retryAfterSeconds: 5 })).toEqual({
    success: false,
    error: 'Over.',
    message: 'Over.',
    code: 'LINK_EXPIRED',
    data: { _id: '1' },
  })
})

test("an expected error returns its code's status, isn't cached and is logged at debug level", async () => {
  const { status, headers, body } = await answerTo(new AppError('LINK_LIMIT_REACHED', 'No more links.'))

  expect(status).toBe(403)
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  expect(body).toEqual(toFailure('LINK_LIMIT_REACHED', 'No more links.'))
  expect(failure.parse(body)).toEqual(body)
  expect(failures().map(({ level }) => level)).toEqual([levels.debug])
})

test('an error about invalid input names the field', async () => {
  const { status, body } = await answerTo(invalidField('slug', 'This link is reserved'))
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'VALIDATION_FAILED', fields: { slug: 'This link is reserved' } })
})

test('a rate-limited response has a Retry-After header', async () => {
  const { status, headers } = await answerTo(new AppError('RATE_LIMITED', 'Slowly.', { retryAfterSeconds: 42 }))
  expect(status).toBe(429)
  expect(headers['retry-after']).toBe('42')
})

test.each([
  ['a full semaphore', new SemaphoreFull('too much')],
  ['an unavailable storage', new StorageUnavailable(new Error('/srv/pictures: ENOSPC'))],
  ['an unavailable database', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['a busy embedded database', Object.assign(new Error('database is locked'), { errcode: 5 })],
])('%s returns 503 with Retry-After and logs a warning', async (_, thrown) => {
  const { status, headers, body } = await answerTo(thrown)

  expect(status).toBe(503)
  expect(headers['retry-after']).toBe('2')
  expect(body).toEqual(toFailure('UNAVAILABLE', 'The service is busy right now. Please try again in a moment.'))
  expect(failures().map(({ level }) => level)).toEqual([levels.warn])
})

test.each([
  ['error', new Error('select secret from /etc/passwd')],
  ['database error', Object.assign(new Error('relation "x" does not exist'), { code: '42P01' })],
  ['library error', Object.assign(new Error('secret'), { statusCode: 500 })],
  ['string', 'secret'],
  ['number', 5],
  ['undefined', undefined],
  ['null', null],
])('an unexpected %s returns a generic 500 and is logged', async (_, thrown) => {
  const { status, body } = await answerTo(thrown)

  expect(status).toBe(500)
  expect(body).toEqual(toFailure('INTERNAL', 'Something went wrong on our side. Please try again.'))
  expect(failures().map(({ level }) => level)).toEqual([levels.error])
})

test('an unexpected error is logged with its stack and request ID', async () => {
  await answerTo(new Error('boom'))
  expect(failures()).toMatchObject([{ err: { message: 'boom', stack: expect.stringContaining('errors.test.ts') } }])
  expect(failures()[0]?.reqId).toEqual(expect.any(String))
})

test('an error about invalid input lists the first problem of each field', async () => {
  app.route({ ...createLink, handler: async () => ({}) })
  const response = await app.inject({
    method: 'POST',
    url: '/api/links',
    payload: { title: ' ', isPrivate: 'yes', slug: '!' },
  })

  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({
    success: false,
    error: 'Title is required',
    message: 'Title is required',
    code: 'VALIDATION_FAILED',
    fields: {
      title: 'Title is required',
      isPrivate: 'Private must be true or false',
      slug: 'Custom link must be at least 3 characters',
    },
  })
})

test('a problem with a field named toString is reported', async () => {
  const body = z.record(z.string(), z.string('This must be text'))
  app.post('/any', { schema: { body } }, async () => ({}))
  const payload = '{ "toString": 1, "a": 2 }'
  const headers = { 'content-type': 'application/json' }
  const response = await app.inject({ method: 'POST', url: '/any', payload, headers })

  expect(response.json().fields).toEqual({ toString: 'This must be text', a: 'This must be text' })
})

test.each(['[]', '"text"', '5', 'null'])("the body %s is rejected because it isn't an object", async (payload) => {
  app.route({ ...createComment, handler: async () => ({}) })
  const headers = { 'content-type': 'application/json' }
  const response = await app.inject({ method: 'POST', url: '/api/comments/image/1', payload, headers })

  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({
    code: 'VALIDATION_FAILED',
    error: 'The data must be a JSON object',
    fields: { body: 'The data must be a JSON object' },
  })
})

test.each([
  ['truncated JSON', '{ "content": ', 'application/json', 400, 'VALIDATION_FAILED', "The request couldn't be read"],
  [
    'JSON with a poisoned key',
    '{ "__proto__": {} }',
    'application/json',
    400,
    'VALIDATION_FAILED',
    "The request couldn't be read",
  ],
  ['a form', 'content=hi', 'application/x-www-form-urlencoded', 400, 'VALIDATION_FAILED', 'Send the data as JSON'],
  [
    'an oversized body',
    JSON.stringify({ content: 'x'.repeat(1000) }),
    'application/json',
    413,
    'FILE_TOO_LARGE',
    'The request is too large',
  ],
])('%s is rejected with our own message', async (_, payload, type, status, code, sentence) => {
  app.route({ ...createComment, handler: async () => ({}) })
  const response = await app.inject({
    method: 'POST',
    url: '/api/comments/image/1',
    payload,
    headers: { 'content-type': type },
  })

  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ success: false, code, error: sentence, message: sentence })
})

test('a malformed URL is rejected with our own message', async () => {
  const response = await app.inject('/%zz')
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED', error: "The request couldn't be read" })
})
