import { expect, test } from 'vitest'
import { joinProblems } from './backup-result.ts'

test('the first twenty problems are listed and the rest are counted', () => {
  const problems = Array.from({ length: 23 }, (_, n) => `problem ${n}`)
  expect(joinProblems(problems.slice(0, 2))).toBe('problem 0\nproblem 1')
  expect(joinProblems(problems).split('\n').slice(19)).toEqual(['problem 19', '… and 3 more.'])
})
