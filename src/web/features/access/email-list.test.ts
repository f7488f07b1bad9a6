import { expect, test } from 'vitest'
import { emailList, parseEmailList } from './email-list.ts'

test('addresses can be pasted with names, commas, semicolons, spaces and line breaks', () => {
  const text = '"Anna Lind" <Anna@example.com>, tom.b@example.com; eva@example.com\n  tom.b@example.com max@example.com'
  expect(parseEmailList(text)).toEqual({
    recipients: [
      { name: 'Anna Lind', email: 'anna@example.com' },
      { name: 'Tom B', email: 'tom.b@example.com' },
      { name: 'Eva', email: 'eva@example.com' },
      { name: 'Max', email: 'max@example.com' },
    ],
    invalid: [],
  })
})

test.each([
  ['anna@example.com, tom(at)example.com, eva@', 'Not an email address: tom(at)example.com, eva@'],
  ['Anna <anna>', 'Not an email address: anna'],
  [' ,\n', 'Enter at least one email address'],
  [Array.from({ length: 11 }, (_, n) => `a${n}@example.com`).join(), 'Enter up to 10 email addresses at a time'],
  ['anna@example.com', undefined],
])('%j is reported as %j', (text, sentence) => {
  expect(emailList.safeParse(text).error?.issues[0]?.message).toBe(sentence)
})
