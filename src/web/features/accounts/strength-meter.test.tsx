// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { StrengthMeter } from './strength-meter.tsx'

const shown = (password: string) => {
  const { container } = renderPart(<StrengthMeter password={password} />)
  const bars = [...container.querySelectorAll('span')].map(({ className }) => className)
  return {
    filled: bars.filter((look) => !look.includes('bg-line')).length,
    of: bars.length,
    text: container.textContent,
  }
}

test('an empty field shows the requirement and an empty meter', () => {
  expect(shown('')).toEqual({ filled: 0, of: 5, text: 'At least 6 characters. Longer is stronger.' })
})

test.each([
  ['      ', 1, 'Weak'],
  ['abcdef', 1, 'Weak'],
  ['abcdefgh', 2, 'Medium'],
  ['Abcdefgh', 3, 'Medium'],
  ['Abcdefg1', 4, 'Strong'],
  ['Abcdefg1!', 5, 'Strong'],
])('%j fills %i of five segments and is rated %s', (password, filled, word) => {
  expect(shown(password)).toEqual({ filled, of: 5, text: `Password strength: ${word}` })
})
