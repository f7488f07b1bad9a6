import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailAddress, optionalLine, optionalText, requiredLine, requiredText, secretText, yesOrNo } from './text.ts'

type Schema = { safeParse: (input: unknown) => { error?: { issues: { message: string }[] } | undefined } }

const sentences = (schema: Schema, input: unknown) =>
  schema.safeParse(input).error?.issues.map((it) => it.message) ?? []

const line = requiredLine('Title', 10, 2)
const text = requiredText('Message', 10)
const optional = optionalText('Description', 10)
const secret = secretText('Password', 10, 3)

test.each([
  ['a line', line, 'Title'],
  ['a text', text, 'Message'],
  ['a secret', secret, 'Password'],
  ['an email address', emailAddress(20), 'Email'],
])("%s that's missing or empty is only reported as required", (_, schema, label) => {
  for (const input of [undefined, null, '']) expect(sentences(schema, input)).toEqual([`${label} is required`])
})

test.each([
  ['a line', line],
  ['a text', text],
  ['an email address', emailAddress(20)],
])('%s with only spaces and control characters counts as missing', (_, schema) => {
  for (const input of [' ', '\t\n\r ', '\u00a0\u3000\ufeff', '\u0000\u0007\u001b\u007f']) {
    expect(sentences(schema, input)).toEqual([expect.stringMatching(/ is required$/)])
  }
})

test.each([
  ['a line', line, 'Title'],
  ['a text', text, 'Message'],
  ['an optional text', optional, 'Description'],
  ['a secret', secret, 'Password'],
  ['an email address', emailAddress(20), 'Email'],
])('%s must be a string', (_, schema, label) => {
  for (const input of [5, true, {}, [], ['text'], { length: 3 }]) {
    expect(sentences(schema, input)[0]).toBe(`${label} must be text`)
  }
})

test('a line is trimmed, and whitespace in it becomes single spaces', () => {
  expect(line.parse('  a\t b \r\n c ')).toBe('a b c')
})

test('a text keeps its lines and normalizes line breaks', () => {
  expect(text.parse('\r\n a\r\nb\rc\nd ')).toBe('a\nb\nc\nd')
})

test('control characters are removed, except for tabs and line breaks in a text', () => {
  expect(line.parse('a\u0000b\u001bc\u007fd')).toBe('abcd')
  expect(text.parse('a\u0000\tb\u0008\nc')).toBe('a\tb\nc')
  expect(optional.parse('\u000b\u000c')).toBe('')
  expect(emailAddress(20).parse('ann\u0000@example.com')).toBe('ann@example.com')
})

test('half of a surrogate pair becomes a replacement character', () => {
  expect(line.parse('a\ud83db')).toBe('a\ufffdb')
  expect(text.parse('\udc00 x')).toBe('\ufffd x')
})

test('a cleaned line is well formed, trimmed, free of control characters and within its limits', () => {
  const anything = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 30 })
  fc.assert(
    fc.property(anything, (input) => {
      const { data } = line.safeParse(input)
      if (data === undefined) return
      expect(data.isWellFormed()).toBe(true)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that there are none
      expect(data).not.toMatch(/[\u0000-\u001f\u007f]/)
      expect(data).toBe(data.trim())
      expect([...data].length).toBeGreaterThanOrEqual(2)
      expect([...data].length).toBeLessThanOrEqual(10)
      expect(line.parse(data)).toBe(data)
    }),
  )
})

test('limits apply after trimming', () => {
  expect(sentences(line, `   ${'x'.repeat(10)}   `)).toEqual([])
  expect(sentences(line, 'x'.repeat(11))).toEqual(['Title cannot be more than 10 characters'])
  expect(sentences(line, ' x ')).toEqual(['Title must be at least 2 characters'])
  expect(sentences(text, 'x'.repeat(11))).toEqual(['Message cannot be more than 10 characters'])
  expect(sentences(optional, 'x'.repeat(11))).toEqual(['Description cannot be more than 10 characters'])
})

test('an emoji counts as one character', () => {
  expect(sentences(line, '🦊')).toEqual(['Title must be at least 2 characters'])
  expect(line.parse('🦊'.repeat(10))).toBe('🦊'.repeat(10))
  expect(sentences(line, '🦊'.repeat(11))).toEqual(['Title cannot be more than 10 characters'])
})

test('an optional text can be empty', () => {
  expect(optional.parse(' ')).toBe('')
})

test('a secret keeps its spaces', () => {
  expect(secret.parse('  a  ')).toBe('  a  ')
  expect(secret.parse('   ')).toBe('   ')
  expect(sentences(secret, 'ab')).toEqual(['Password must be at least 3 characters'])
  expect(sentences(secret, 'x'.repeat(11))).toEqual(['Password cannot be more than 10 characters'])
})

test('only true and false are accepted as booleans', () => {
  expect(yesOrNo('Private').parse(false)).toBe(false)
  for (const input of ['true', 1, 0, null, undefined, []]) {
    expect(sentences(yesOrNo('Private'), input)).toEqual(['Private must be true or false'])
  }
})

test.each(['ann@example.com', "o'neil+photos@mail.example.co.uk", 'ü@ö.de', '"a"@b.c', 'a@[1.2.3.4]'])(
  '%s looks like an email address',
  (address) => {
    expect(emailAddress(254).parse(address)).toBe(address)
  },
)

test.each(['ann', 'ann@', '@example.com', 'ann@example', 'ann@.', 'a@b@c.de', 'an n@example.com', 'ann@exam ple.com'])(
  "%s doesn't look like an email address",
  (address) => {
    expect(sentences(emailAddress(254), address)).toEqual(['Email is invalid'])
  },
)

test('an email address is trimmed and lowercased', () => {
  expect(emailAddress(254).parse('  Ann@Example.COM\n')).toBe('ann@example.com')
})

test('an email address can have up to 254 characters', () => {
  const longest = `${'a'.repeat(242)}@example.com`
  expect(longest).toHaveLength(254)
  expect(emailAddress(254).parse(longest)).toBe(longest)
  expect(sentences(emailAddress(254), `a${longest}`)).toEqual(['Email cannot be more than 254 characters'])
})

test("the email pattern never runs on text that's too long", () => {
  // The pattern would take seconds on this text and report 'Email is invalid'.
  const hostile = `a@${'.'.repeat(60_000)}@`
  expect(sentences(emailAddress(254), hostile)).toEqual(['Email cannot be more than 254 characters'])
})

test('an optional line becomes empty if it has no visible characters', () => {
  const line = optionalLine('Name', 5)
  const read = (input: unknown) => line.safeParse(input).data
  expect(['', ' \n ', '\u200b\u00ad', ' A \n b '].map(read)).toEqual(['', '', '', 'A b'])
  expect(sentences(line, 'x'.repeat(6))).toEqual(['Name cannot be more than 5 characters'])
})
