import { expect, test } from 'vitest'
import { parseRange } from './byte-range.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=50-1000', { start: 50, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-100', { start: 0, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  [' bytes=1-2 ', { start: 1, end: 2 }],
])('%j of 100 bytes is a valid range', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range)
})

test.each(['bytes=100-', 'bytes=100-200', 'bytes=999999999999999-', 'bytes=-0'])(
  '%j of 100 bytes is unsatisfiable',
  (header) => {
    expect(parseRange(header, 100)).toBe('unsatisfiable')
  },
)

test.each([
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-4',
  'bytes=0-1,4-5',
  'bytes=1.5-2',
  'bytes=+1-2',
  'bytes=0x1-2',
  'items=0-1',
  'bytes 0-1',
  `bytes=${'9'.repeat(400)}-`,
  `bytes=-${'9'.repeat(400)}`,
])('%j is ignored as invalid or unsupported', (header) => {
  expect(parseRange(header, 100)).toBeUndefined()
})

test.each(['bytes=0-', 'bytes=0-0', 'bytes=-1'])('%j of an empty file is unsatisfiable', (header) => {
  expect(parseRange(header, 0)).toBe('unsatisfiable')
})
