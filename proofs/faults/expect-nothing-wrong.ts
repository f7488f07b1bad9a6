import { expect } from 'vitest'
import { describeOutcome, type Outcome } from './outcome.ts'

export function expectNothingWrong(outcome: Outcome) {
  expect(outcome.problems, describeOutcome(outcome)).toEqual([])
}
