import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 0, 'Weak'],
  ['abc', 1, 'Weak'],
  ['abcdefgh', 2, 'Medium'],
  ['abcdefgH', 3, 'Medium'],
  ['abcdefG1', 4, 'Strong'],
  ['abcdeG1!', 5, 'Strong'],
  ['éÉ1', 3, 'Medium'],
] as const)('%o scores %i (%s)', (password, score, word) => {
  expect(passwordStrength(password)).toEqual({ score, word })
})
