import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { UploadError, verdictOn } from './upload-verdict.ts'

const verdict = (status: number, code: ApiError['code'], retryAfterMs?: number) =>
  verdictOn(new UploadError(new ApiError(status, { code, message: 'As the server says.' }), retryAfterMs))

test.each([
  [400, 'VALIDATION_FAILED', 'refused'],
  [404, 'NOT_FOUND', 'refused'],
  [413, 'FILE_TOO_LARGE', 'refused'],
  [415, 'UNSUPPORTED_IMAGE', 'refused'],
  [403, 'FORBIDDEN', 'refused'],
  [403, 'UPLOAD_LIMIT', 'closed'],
  [410, 'LINK_EXPIRED', 'closed'],
  [500, 'INTERNAL', 'server-error'],
] as const)("%i %s results in %s with the server's message", (status, code, kind) => {
  expect(verdict(status, code)).toEqual({ kind, sentence: 'As the server says.' })
})

test.each([
  [401, 'UNAUTHENTICATED', 'signed-out'],
  [403, 'IMAGE_LIMIT_REACHED', 'no-room'],
] as const)('%i %s results in %s', (status, code, kind) => {
  expect(verdict(status, code)).toEqual({ kind })
})

test.each([0, 502, 504])('status %i is retried', (status) => {
  expect(verdict(status, 'UNREADABLE')).toEqual({
    kind: 'wait',
    sentence: 'Connection lost, trying again',
    waitMs: undefined,
  })
})

test("a busy server's Retry-After sets the wait", () => {
  expect(verdict(503, 'UNAVAILABLE', 5000)).toMatchObject({ kind: 'wait', waitMs: 5000 })
})

test('an unreadable response or an unexpected error shows the fallback', () => {
  const sentence = 'Failed to upload image. Please try again.'
  expect(verdict(200, 'UNREADABLE')).toEqual({ kind: 'server-error', sentence })
  expect(verdictOn(new TypeError('x is undefined'))).toEqual({ kind: 'server-error', sentence })
})
