import { describe, expect, test } from 'vitest'
import { amounts } from '../faults/long.ts'
import { readArguments } from './arguments.ts'
import { writeDocument } from './document.ts'
import { isProven, type Result } from './results.ts'
import { judge } from './suites.ts'
import { parts, type Table, tables } from './tables.ts'

describe('the command line', () => {
  test('selects every part with the default amounts if there are no options', () => {
    const { amount, names, isFull, isResumed } = readArguments([])
    expect({ amount, names, isFull, isResumed }).toEqual({
      amount: amounts,
      names: Object.keys(parts),
      isFull: true,
      isResumed: false,
    })
  })

  test('sets the amounts, the parts, the seed and whether to resume', () => {
    const args = ['--kills', '3', '--only', 'kills-sqlite,s3', '--seed', '7', '--resume']
    const { amount, names, isFull, seed, isResumed } = readArguments(args)
    expect({ kills: amount.kills, names, isFull, seed, isResumed }).toEqual({
      kills: 3,
      names: ['kills-sqlite', 's3'],
      isFull: false,
      seed: 7,
      isResumed: true,
    })
  })

  test('rejects unknown parts and invalid amounts', () => {
    expect(() => readArguments(['--only', 'kill'])).toThrow('Unknown part kill')
    expect(() => readArguments(['--kills', 'many'])).toThrow('--kills must be a whole number')
  })
})

const aResult = (given: Partial<Result> = {}): Result => ({
  ...{ seed: 1, counts: { kills: 200 }, problems: [], seconds: 9, load: 2, machine: 'a machine' },
  ...{ finishedAt: '2026-11-16T08:00:00.000Z', commit: 'abc1234', source: 'def5678' },
  ...given,
})

describe('a part', () => {
  test('is skipped only if it passed with the same source', () => {
    const here = { source: 'def5678' }
    expect(isProven(aResult(), here)).toBe(true)
    expect(isProven(undefined, here)).toBe(false)
    expect(isProven(aResult({ problems: ['one was lost'] }), here)).toBe(false)
    expect(isProven(aResult({ source: 'another' }), here)).toBe(false)
    expect(isProven(aResult({ source: '' }), { source: '' })).toBe(false)
  })

  test('that runs tests fails if none ran, if any was skipped or failed, or if vitest exited with an error', () => {
    const problemsOf = (passed: number, failed = 0, skipped = 0, code = 0) =>
      judge(1, { code, output: '', projects: ['unit'], counts: { unit: { passed, failed, skipped } }, settings: {} })
        .problems
    expect(problemsOf(3)).toEqual([])
    expect(problemsOf(0)).toHaveLength(1)
    expect(problemsOf(3, 1)).toHaveLength(1)
    expect(problemsOf(3, 0, 1)).toHaveLength(1)
    expect(problemsOf(3, 0, 0, 1)).toHaveLength(1)
    expect(
      judge(1, { code: 0, output: '', projects: ['unit', 'sqlite'], counts: {}, settings: {} }).problems,
    ).toHaveLength(2)
  })
})

describe('the page', () => {
  const never = async () => aResult()
  const rows = [{ what: 'Kills', bar: 'none lost', parts: { first: never, second: never, third: never } }]
  const some: Table[] = [{ title: 'Faults', rows: [...rows, { what: 'Updates', bar: 'none failed', parts: {} }] }]

  test("shows which parts passed, failed or weren't run", () => {
    const page = writeDocument(some, { first: aResult(), second: aResult({ problems: ['2 were | lost\nreally'] }) })
    expect(page).toContain('3 parts: 1 passed, 1 failed, 1 not run.')
    expect(page).toContain(
      '| `first` | passed | 2026-11-16 08:00, `abc1234` (`def5678`), 9 s, load 2 | kills 200, seed 1 |',
    )
    expect(page).toContain('| `second` | **failed** |')
    expect(page).toContain('found: 2 were \\| lost really |')
    expect(page).toContain('| `third` | not run | | |')
    expect(page).toContain('Not covered by any part yet.')
  })

  test('lists every part once', () => {
    const names = tables.flatMap(({ rows }) => rows.flatMap((row) => Object.keys(row.parts)))
    expect(names.length).toBeGreaterThan(40)
    expect(new Set(names).size).toBe(names.length)
  })
})
