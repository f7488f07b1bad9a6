import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { errorMessage, thrownMessage, withFallback } from './error-message.ts'

const fallback = 'Failed to fetch plans. Please try again.'

test("the server's message is shown unchanged", () => {
  expect(errorMessage(new ApiError(403, { code: 'FORBIDDEN', message: 'Nothing is sold here.' }), fallback)).toBe(
    'Nothing is sold here.',
  )
})

test.each([
  new ApiError(0, { code: 'UNREACHABLE', message: "Couldn't reach the server." }),
  new ApiError(502, { code: 'UNREADABLE', message: 'Something went wrong.' }),
  new ApiError(500, { code: 'INTERNAL', message: '' }),
  new TypeError('x is undefined'),
])('an error without a server message shows the fallback: %s', (error) => {
  expect(errorMessage(error, fallback)).toBe(fallback)
})

test('messages of plain and API errors are shown, but not those of other exceptions', () => {
  expect(thrownMessage(new TypeError("Cannot read properties of undefined (reading 'plan')"), fallback)).toBe(fallback)
  expect(thrownMessage('thrown', fallback)).toBe(fallback)
  expect(thrownMessage(new Error('Failed to move images. Please try again.'), fallback)).toBe(
    'Failed to move images. Please try again.',
  )
  expect(thrownMessage(new ApiError(403, { code: 'FORBIDDEN', message: 'Nothing is sold here.' }), fallback)).toBe(
    'Nothing is sold here.',
  )
})

const saying = withFallback('Failed to fetch links. Please try again.')
const thrownFor = (error: unknown) => {
  try {
    return saying(error)
  } catch (thrown) {
    return thrown
  }
}

test("withFallback rethrows the server's message with its code and fields", () => {
  const refusal = new ApiError(403, { code: 'FORBIDDEN', message: 'Only the owner of this link can do that' })
  expect(thrownFor(refusal)).toEqual(refusal)
})

test.each([
  [0, 'UNREACHABLE'],
  [502, 'UNREADABLE'],
] as const)('withFallback rethrows with the fallback if there is no server message (%i)', (status, code) => {
  expect(thrownFor(new ApiError(status, { code, message: 'something technical' }))).toMatchObject({
    status,
    code,
    message: 'Failed to fetch links. Please try again.',
  })
})

test('withFallback rethrows other exceptions unchanged', () => {
  const mistake = new TypeError('undefined is not a function')
  expect(thrownFor(mistake)).toBe(mistake)
})

test('an unreadable response can have its own fallback', () => {
  const said = (code: 'UNREACHABLE' | 'UNREADABLE' | 'FORBIDDEN') =>
    errorMessage(new ApiError(500, { code, message: 'As the server says' }), 'An error occurred', 'Login failed')
  expect([said('UNREACHABLE'), said('UNREADABLE'), said('FORBIDDEN')]).toEqual([
    'An error occurred',
    'Login failed',
    'As the server says',
  ])
})
