import { expect, it } from 'vitest'
import { summarize } from './summary.mjs'

const passed = (n) => ({ passed: n, failed: 0, skipped: 0 })
const onlyOnSqlite = { ...passed(20), statements: ['select links', 'insert last_backups'] }
const good = {
  unit: passed(41),
  web: passed(8),
  sqlite: { ...passed(118), statements: ['select links'] },
  postgres: passed(118),
  'sqlite-only': passed(20),
  disk: passed(14),
  s3: passed(14),
  faults: passed(9),
  timed: passed(2),
  browser: passed(6),
}

it('shows the result of each group, and the total on the last line', () => {
  const { lines, succeeded } = summarize(good, [])
  expect(succeeded).toBe(true)
  expect(lines).toEqual([
    'unit                  41 passed',
    'web components         8 passed',
    'API on SQLite        118 passed',
    'API on PostgreSQL    118 passed',
    'API, SQLite only      20 passed',
    'storage on disk       14 passed',
    'storage on S3         14 passed',
    'faults                 9 passed',
    'faults, timed          2 passed',
    'browser                6 passed',
    '350 passed, 0 failed',
  ])
})

it.each([
  ['a failed test', { unit: { passed: 40, failed: 1, skipped: 0 } }, [], '349 passed, 1 failed'],
  ['a broken check', {}, ['Types'], '350 passed, 1 failed'],
  ['a group without tests', { browser: undefined }, [], '344 passed, 1 failed'],
  ['a different number of tests on each engine', { postgres: passed(117) }, [], '349 passed, 1 failed'],
  ['a statement that no test runs on PostgreSQL', { 'sqlite-only': onlyOnSqlite }, [], '350 passed, 1 failed'],
  ['a skipped test', { unit: { passed: 40, failed: 0, skipped: 1 } }, [], '349 passed, 1 failed, 1 skipped'],
])('counts %s as a failure', (_, groups, broken, lastLine) => {
  const { lines, succeeded } = summarize({ ...good, ...groups }, broken)
  expect(succeeded).toBe(false)
  expect(lines.at(-1)).toBe(lastLine)
})

it('names the failed tests above the total, so the end of a long log is enough', () => {
  const failures = ['src/a.test.ts > adds > expected 3 to be 2']
  const { lines } = summarize({ ...good, unit: { passed: 40, failed: 1, skipped: 0, failures } }, [])
  expect(lines.slice(-2)).toEqual(['Failed, unit: src/a.test.ts > adds > expected 3 to be 2', '349 passed, 1 failed'])
})

it('needs the timed tests only in a run of everything', () => {
  expect(summarize({ ...good, timed: undefined }, []).succeeded).toBe(process.env.TEST_SCOPE !== 'all')
})
