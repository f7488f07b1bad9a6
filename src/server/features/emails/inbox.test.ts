import { expect, test } from 'vitest'
import { inboxOf } from './inbox.ts'

test.each([
  ' Anna@Example.org ',
  'anna+weddings@example.org',
  'anna+a+b@EXAMPLE.ORG.',
  '"anna"@example.org',
  '"an\\na"@example.org',
])('%s belongs to the inbox anna@example.org', (email) => {
  expect(inboxOf(email)).toBe('anna@example.org')
})

test.each(['a.n.n.a@gmail.com', 'anna+1@googlemail.com', 'Anna@gmail.com'])(
  '%s belongs to the inbox anna@gmail.com',
  (email) => {
    expect(inboxOf(email)).toBe('anna@gmail.com')
  },
)

test('an international domain equals its ASCII form', () => {
  expect(inboxOf('anna@bücher.example')).toBe(inboxOf('anna@xn--bcher-kva.example'))
})

test.each([
  ['an.na@example.org', 'anna@example.org'],
  ['anna@example.com', 'anna@example.org'],
  ['+anna@example.org', '+tom@example.org'],
])('%s and %s are different inboxes', (one, other) => {
  expect(inboxOf(one)).not.toBe(inboxOf(other))
})
