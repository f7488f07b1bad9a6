import { expect, test } from 'vitest'
import { createErrorRedactor } from './redact.ts'

const redactError = createErrorRedactor(['hunter2!', 'abc'])

test.each([
  ['535 user photos, password hunter2! is wrong', '535 user photos, password … is wrong'],
  ['connect to smtp://photos:pw@mail.example:587 failed', 'connect to smtp://…@mail.example:587 failed'],
  ['no such page: /reset-password/Zk3vQ8nB1xYtR5mWcH7pLsD2fGjK9aE4uVoXiN6bTqC', 'no such page: /reset-password/…'],
  ['Invalid API Key provided: sk_live_51H8xYtR5mWcH7pLsD2', 'Invalid API Key provided: …'],
])('%s becomes %s', (message, text) => {
  expect(redactError(new Error(message))).toBe(text)
})

test.each([
  'getaddrinfo ENOTFOUND email-smtp.eu-central-1.amazonaws.com',
  "ENOSPC: no space left on device, write '/srv/framelight/data/outbox'",
  'abcdef is not a secret, although abc is one',
])('%s is unchanged', (message) => {
  expect(redactError(new Error(message))).toBe(message)
})

test('stack traces are removed', () => {
  expect(
    redactError('Error: ENOTDIR: not a directory\n    at async mkdir (node:internal)\n    at take (file:///srv)'),
  ).toBe('Error: ENOTDIR: not a directory')
})

test('a multiline error becomes one short line', () => {
  const text = redactError(new Error(`first\n  second\n${'long '.repeat(100)}`))
  expect(text).toMatch(/^first second long /)
  expect(text).toHaveLength(300)
})
