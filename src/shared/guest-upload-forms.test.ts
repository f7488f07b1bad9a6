import { expect, test } from 'vitest'
import { guestName } from './guest-upload-forms.ts'

test.each([
  ['  Ben \n\t Li ', 'Ben Li'],
  ['Ben\u202E\u2066 evil\u0000\u0007\u0085\u200F', 'Ben evil'],
  ['Ana\u2028Sofía', 'Ana Sofía'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['=HYPERLINK("x")', '=HYPERLINK("x")'],
  ['\uD800Ben', '\uFFFDBen'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['\u200B \u202E', ''],
  ['', ''],
])('the name %j becomes %j', (given, name) => {
  expect(guestName.parse(given)).toBe(name)
})

test('a name can have up to 100 characters', () => {
  expect(guestName.safeParse('x'.repeat(100)).success).toBe(true)
  expect(guestName.safeParse('x'.repeat(101)).success).toBe(false)
})
