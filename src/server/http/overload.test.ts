import { expect, test } from 'vitest'
import { isOverloaded, requireCapacity } from './overload.ts'

test('beyond a thousand open requests the next ones are asked to come back, until it is fewer again', () => {
  const told = (openRequests: number) => [isOverloaded(openRequests), requireCapacity(openRequests)]
  expect(told(1000)).toEqual([false, undefined])
  expect(told(1001)).toEqual([
    true,
    expect.objectContaining({ code: 'UNAVAILABLE', details: { retryAfterSeconds: 2 } }),
  ])
  expect(told(1000)).toEqual([false, undefined])
})
