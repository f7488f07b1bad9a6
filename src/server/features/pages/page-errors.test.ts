import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { sendAppWithError } from './pages.routes.ts'

const webApp = { html: async () => '<html><head><title>Framelight</title></head><body></body></html>' }

async function answerTo(thrown: unknown) {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.get('/', { errorHandler: (error, request, reply) => sendAppWithError(webApp, error, request, reply) }, () =>
    Promise.reject(thrown),
  )
  const { statusCode, headers, body } = await app.inject('/')
  return { status: statusCode, headers, body }
}

test.each([
  ['a database failure', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 503, '2'],
  ['too many guesses', new AppError('RATE_LIMITED', 'Wait.', { retryAfterSeconds: 9 }), 429, '9'],
  ['an unexpected error', new Error('a secret path'), 500, undefined],
])('the app still loads after %s, with the right status', async (_, thrown, status, retryAfter) => {
  const answer = await answerTo(thrown)

  expect([answer.status, answer.headers['retry-after']]).toEqual([status, retryAfter])
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  expect(answer.body).toBe(
    '<html><head><title>Framelight</title><meta name="robots" content="noindex"></head><body></body></html>',
  )
})
