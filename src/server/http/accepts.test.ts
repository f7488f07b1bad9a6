import { expect, test } from 'vitest'
import { accepts, bestEncoding, hasVersion } from './accepts.ts'

test.each([
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, GZIP;q=0.8, *;q=0.1', true],
  ['gzip;q=0.001', true],
  ['gzip ; q=0.05, identity', true],
  ['gzip;q=0', false],
  ['br, gzip; q=0.000', false],
  ['gzip;q=0, br', false],
  ['br', false],
  ['identity', false],
  ['', false],
  [undefined, false],
])('accept-encoding: %s allows gzip: %s', (header, expected) => {
  expect(accepts({ 'accept-encoding': header }, 'gzip')).toBe(expected)
})

test('only the beginning of an overlong header is read', () => {
  const long = `identity,${' '.repeat(15_000)}`
  expect(accepts({ 'accept-encoding': `gzip,${long}` }, 'gzip')).toBe(true)
  expect(accepts({ 'accept-encoding': `${long}gzip` }, 'gzip')).toBe(false)
  expect(hasVersion({ 'if-none-match': `W/"other", "one"` }, '"one"')).toBe(true)
  expect(hasVersion({ 'if-none-match': `${long}"one"` }, '"one"')).toBe(false)
})

test('bestEncoding prefers Brotli to gzip', () => {
  expect(bestEncoding({ 'accept-encoding': 'gzip, deflate, br' })).toBe('br')
  expect(bestEncoding({ 'accept-encoding': 'gzip, br;q=0' })).toBe('gzip')
  expect(bestEncoding({ 'accept-encoding': 'identity' })).toBeUndefined()
})
