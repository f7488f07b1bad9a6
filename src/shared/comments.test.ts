import { expect, test } from 'vitest'
import { fieldErrors } from '#test/support/field-errors.ts'
import { newComment } from './comment-forms.ts'

test.each([{}, { content: '' }, { content: ' \n\t ' }, { content: '\u0000' }])('%j is rejected as empty', (input) => {
  expect(fieldErrors(newComment, input)).toEqual({ content: 'Comment is required' })
})

test('a comment is trimmed but keeps its line breaks', () => {
  expect(newComment.parse({ content: '\n Lovely\r\nlight! 🌅 ' })).toEqual({ content: 'Lovely\nlight! 🌅' })
})

test('a comment can have up to 1000 characters', () => {
  expect(fieldErrors(newComment, { content: 'c'.repeat(1000) })).toEqual({})
  expect(fieldErrors(newComment, { content: 'c'.repeat(1001) })).toEqual({
    content: 'Comment cannot be more than 1000 characters',
  })
})
