import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const plainText = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'))
const count = fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 })

test('text and number cursors survive encoding and decoding', () => {
  fc.assert(
    fc.property(plainText, count, plainText, (text, number, id) => {
      expect(decodeCursor(encodeCursor({ value: text, id }), 'text')).toEqual({ value: text, id })
      expect(decodeCursor(encodeCursor({ value: number, id }), 'number')).toEqual({ value: number, id })
    }),
  )
})

test('a cursor is URL-safe', () => {
  fc.assert(
    fc.property(plainText, plainText, (value, id) => {
      expect(encodeCursor({ value, id })).toMatch(/^[\w-]*$/)
    }),
  )
})

test("a text cursor isn't valid for numbers, and vice versa", () => {
  expect(decodeCursor(encodeCursor({ value: 'Summer', id: '1' }), 'number')).toBeUndefined()
  expect(decodeCursor(encodeCursor({ value: '5', id: '1' }), 'number')).toBeUndefined()
  expect(decodeCursor(encodeCursor({ value: 5, id: '1' }), 'text')).toBeUndefined()
})

test('decoding never throws', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), fc.json().map(encodeJson))
  fc.assert(
    fc.property(anything, (text) => {
      const asText = decodeCursor(text, 'text')
      if (asText) expect(asText).toEqual({ value: expect.any(String), id: expect.any(String) })
      const asNumber = decodeCursor(text, 'number')
      if (asNumber) expect(asNumber).toEqual({ value: expect.any(Number), id: expect.any(String) })
    }),
  )
})

const encodeJson = (json: string) => Buffer.from(json).toString('base64url')

test.each([
  ['an empty string', ''],
  ['invalid JSON', 'not-a-cursor'],
  ['null', encoded(null)],
  ['a number', encoded(5)],
  ['an object', encoded({ value: 'a', id: 'b' })],
  ['an empty list', encoded([])],
  ['a list without an id', encoded(['a'])],
  ["an id that isn't text", encoded(['a', 5])],
  ['a value that is a list', encoded([['a'], 'b'])],
  ['a value that is an object', encoded([{ toString: 'a' }, 'b'])],
  ['a zero byte in the value', encoded(['a\0', 'b'])],
  ['a zero byte in the id', encoded(['a', 'b\0'])],
])("%s isn't a cursor", (_, text) => {
  expect(decodeCursor(text, 'text')).toBeUndefined()
  expect(decodeCursor(text, 'number')).toBeUndefined()
})

test.each(['2147483648', '-2147483648', '1e999', '1e300', '9007199254740993', '0.5', 'true', 'null', '"1"'])(
  "%s isn't a valid number in a cursor",
  (value) => {
    expect(decodeCursor(encodeJson(`[${value},"1"]`), 'number')).toBeUndefined()
  },
)
