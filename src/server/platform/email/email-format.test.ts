import { expect, test } from 'vitest'
import { withoutUrls } from './email-format.ts'

test.each([
  ['Verify at http://evil.example/login now', 'Verify at now'],
  ['www.evil.example', ''],
  ['Go to evil.example/login', 'Go to'],
  ['Go to evil.example:8080', 'Go to'],
  ['evil.example', 'evil. example'],
  ['evil。example?x', ''],
  ['(HTTPS://evil.example)', ''],
  ['mail me@evil.example', 'mail me@evil. example'],
])('%s becomes "%s"', (text, expected) => {
  expect(withoutUrls(text)).toBe(expected)
})

test.each(['Anna & Tom, June 5/6', 'J. R. Smith: 3.5 hours', 'First line\n\nSecond line', 'Hochzeit in St. Gallen'])(
  '%s is unchanged',
  (text) => {
    expect(withoutUrls(text)).toBe(text)
  },
)
