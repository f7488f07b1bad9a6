import { expect, test } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

const nested = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth)

test.each([
  ['arrays at the limit', nested(32), false],
  ['arrays past the limit', nested(33), true],
  ['objects past the limit', '{"a":'.repeat(33), true],
  ['objects and arrays in turn', '[{"a":'.repeat(17), true],
  ['many side by side', `[${'[],{},'.repeat(1000)}1]`, false],
  ['brackets in a string', JSON.stringify({ text: '['.repeat(100) }), false],
  ['brackets behind an escaped quote', JSON.stringify({ text: `"${'['.repeat(100)}` }), false],
  ['brackets behind a string that ends in a backslash', `["\\\\",${nested(32)}]`, true],
  ['a string without an end', `["${'['.repeat(100)}`, false],
  ['nothing', '', false],
])('%s', (_what, json, isDeep) => {
  expect(isDeeperThan(32, json)).toBe(isDeep)
})
