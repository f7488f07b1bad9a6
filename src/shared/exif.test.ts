import { expect, test } from 'vitest'
import { readTakenAt } from './exif.ts'

test('local time is converted to UTC by its offset', () => {
  expect(readTakenAt('2025:06:21 00:30:00', '+02:00')).toEqual({
    takenAt: '2025-06-20T22:30:00.000Z',
    localDate: '2025-06-21',
    time: '00:30:00',
    offset: '+02:00',
  })
})

test.each(['', 'nonsense', '+15:00'])('with the offset %j, the time counts as UTC', (offset) => {
  expect(readTakenAt('2025:06:21 00:30:00', offset)).toMatchObject({
    takenAt: '2025-06-21T00:30:00.000Z',
    offset: undefined,
  })
})

test.each([
  '',
  '0000:00:00 00:00:00',
  '2025:02:31 12:00:00',
  '2025:06:21 24:00:00',
  '1825:12:31 12:00:00',
  '2025:06:21',
])("%j isn't a capture time", (dateTime) => expect(readTakenAt(dateTime, '')).toBeUndefined())
