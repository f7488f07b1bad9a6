import { expect, test } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

const nested = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth)

test.each([
  ['arrays at the limit', nested(32), false],
  ['arrays past the limit', nested(33), true],
  ['objects past the limit', '{"a":'.repeat(33), true],
  ['alternating objects and arrays', '[{"a":'.repeat(17), true],
  ['many siblings', `[${'[],{},'.repeat(1000)}1]`, false],
  ['brackets in a string', JSON.stringify({ text: '['.repeat(100) }), false],
  ['brackets after an escaped quote', JSON.stringify({ text: `"${'['.repeat(100)}` }), false],
  ['brackets after a string ending in a backslash', `["\\\\",${nested(32)}]`, true],
  ['an unterminated string', `["${'['.repeat(100)}`, false],
  ['an empty string', '', false],
])('isDeeperThan handles %s', (_what, json, isDeep) => {
  expect(isDeeperThan(32, json)).toBe(isDeep)
})
