import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { toRefusal } from './refusal.ts'

const refused = (status: number, code: ApiError['code'], data?: unknown) =>
  new ApiError(status, { code, message: 'A sentence', data })

test.each([
  [403, 'LINK_PRIVATE', 'private'],
  [410, 'LINK_EXPIRED', 'expired'],
  [404, 'NOT_FOUND', 'missing'],
] as const)('%i %s becomes the state %s', (status, code, state) => {
  expect(toRefusal(refused(status, code))).toEqual({ state, message: 'A sentence' })
})

test('an expired link keeps its title for the owner', () => {
  const owned = { _id: 'l1', title: 'Sunday table' }
  expect(toRefusal(refused(410, 'LINK_EXPIRED', owned))).toMatchObject({ state: 'expired', owned })
})

test.each([refused(0, 'UNREACHABLE'), refused(503, 'UNAVAILABLE'), refused(429, 'RATE_LIMITED'), new Error('broken')])(
  'other errors are rethrown: %s',
  (error) => {
    expect(() => toRefusal(error)).toThrow(error)
  },
)
