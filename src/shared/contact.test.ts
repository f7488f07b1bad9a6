import { expect, test } from 'vitest'
import { fieldErrors } from '#test/support/field-errors.ts'
import { contactMessage } from './contact-forms.ts'

test('every field of a contact message is required', () => {
  const expected = {
    name: 'Name is required',
    email: 'Email is required',
    subject: 'Subject is required',
    message: 'Message is required',
  }
  expect(fieldErrors(contactMessage, {})).toEqual(expected)
  expect(fieldErrors(contactMessage, { name: ' ', email: ' ', subject: ' ', message: ' \n' })).toEqual(expected)
})

test("name and subject are single lines, so they can't inject email headers", () => {
  const sent = { name: 'Ann\r\nBcc: eve@example.com', email: 'ann@example.com', subject: 'Hi\nthere', message: 'a\nb' }
  expect(contactMessage.parse(sent)).toEqual({
    name: 'Ann Bcc: eve@example.com',
    email: 'ann@example.com',
    subject: 'Hi there',
    message: 'a\nb',
  })
})

test('name, subject and message have a maximum length', () => {
  const longest = { name: 'n'.repeat(100), email: 'a@b.c', subject: 's'.repeat(150), message: 'm'.repeat(5000) }
  expect(fieldErrors(contactMessage, longest)).toEqual({})
  const tooLong = { name: 'n'.repeat(101), email: 'a@b', subject: 's'.repeat(151), message: 'm'.repeat(5001) }
  expect(fieldErrors(contactMessage, tooLong)).toEqual({
    name: 'Name cannot be more than 100 characters',
    email: 'Email is invalid',
    subject: 'Subject cannot be more than 150 characters',
    message: 'Message cannot be more than 5000 characters',
  })
})
