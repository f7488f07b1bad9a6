import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { sentenceOf } from './sentence.ts'

const fallback = 'Failed to fetch plans. Please try again.'

test('a sentence of the server is shown as it is', () => {
  expect(sentenceOf(new ApiError(403, { code: 'FORBIDDEN', message: 'Nothing is sold here.' }), fallback)).toBe(
    'Nothing is sold here.',
  )
})

test.each([
  new ApiError(0, { code: 'UNREACHABLE', message: 'The server could not be reached.' }),
  new ApiError(502, { code: 'UNREADABLE', message: 'The server gave an answer that makes no sense.' }),
  new ApiError(500, { code: 'INTERNAL', message: '' }),
  new TypeError('x is undefined'),
])('without one, the call has a sentence of its own: %s', (error) => {
  expect(sentenceOf(error, fallback)).toBe(fallback)
})
