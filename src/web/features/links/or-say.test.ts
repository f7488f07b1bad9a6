import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { orSay } from './or-say.ts'

const saying = orSay('Failed to fetch links. Please try again.')
const thrownFor = (error: unknown) => {
  try {
    return saying(error)
  } catch (thrown) {
    return thrown
  }
}

test("the server's own sentence is kept, with its code and fields", () => {
  const refusal = new ApiError(403, { code: 'FORBIDDEN', message: 'Only the owner of this link can do that' })
  expect(thrownFor(refusal)).toBe(refusal)
})

test.each([
  [0, 'UNREACHABLE'],
  [502, 'UNREADABLE'],
] as const)('without a sentence of the server the given one is said (%i)', (status, code) => {
  expect(thrownFor(new ApiError(status, { code, message: 'something technical' }))).toMatchObject({
    status,
    code,
    message: 'Failed to fetch links. Please try again.',
  })
})

test('a mistake of our own is not dressed up as a failed call', () => {
  const mistake = new TypeError('undefined is not a function')
  expect(thrownFor(mistake)).toBe(mistake)
})
