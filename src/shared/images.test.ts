import { expect, test } from 'vitest'
import { fieldErrors } from '#test/support/field-errors.ts'
import { bulkAction, imageChange, imageOrder, uploadFields } from './image-forms.ts'

test('all upload fields are optional', () => {
  expect(uploadFields.parse({})).toEqual({ title: '', description: '', isCoverImage: 'false' })
})

test('known upload fields are cleaned, and others are dropped', () => {
  const sent = { title: '  Beach \u0000', description: 'a\r\nb ', isCoverImage: 'true', views: '9', user: 'me' }
  expect(uploadFields.parse(sent)).toEqual({ title: 'Beach', description: 'a\nb', isCoverImage: 'true' })
})

test.each(['true', 'false', 'on', ''])('an upload accepts %j as isCoverImage', (isCoverImage) => {
  expect(fieldErrors(uploadFields, { isCoverImage })).toEqual({})
})

test('a title can have up to 100 characters and a description up to 500', () => {
  const longest = { title: 't'.repeat(100), description: 'd'.repeat(500) }
  const tooLong = { title: 't'.repeat(101), description: 'd'.repeat(501) }
  for (const schema of [uploadFields, imageChange]) {
    expect(fieldErrors(schema, longest)).toEqual({})
    expect(fieldErrors(schema, tooLong)).toEqual({
      title: 'Title cannot be more than 100 characters',
      description: 'Description cannot be more than 500 characters',
    })
  }
})

test('an invalid isCoverImage is rejected', () => {
  expect(fieldErrors(uploadFields, { isCoverImage: 'maybe' })).toEqual({ isCoverImage: 'Cover must be true or false' })
})

test('a change contains only the known fields that were sent', () => {
  expect(imageChange.parse({})).toEqual({})
  expect(imageChange.parse({ description: '', views: 9, isCoverImage: true })).toEqual({ description: '' })
  expect(fieldErrors(imageChange, { title: 5 })).toEqual({ title: 'Title must be text' })
})

test.each([
  [{ action: 'delete', imageIds: ['a'] }, {}],
  [{ action: 'move', imageIds: ['a', 'b'], linkId: 'c' }, {}],
  [{ action: 'copy', imageIds: ['a'], linkId: 'c', sectionId: null }, {}],
  [{ action: 'section', imageIds: ['a'], sectionId: 'd' }, {}],
  [{ action: 'rename', imageIds: ['a'] }, { action: 'Action must be delete, move, copy or section' }],
  [{ action: 'delete', imageIds: [] }, { imageIds: 'Select at least one image' }],
  [{ action: 'delete', imageIds: 'a' }, { imageIds: 'Images must be a list of ids' }],
  [{ action: 'delete' }, { imageIds: 'Images must be a list of ids' }],
  [{ action: 'move', imageIds: ['a'], linkId: 7 }, { linkId: 'Link must be an id' }],
])('the bulk action %j has the errors %j', (input, fields) => {
  expect(fieldErrors(bulkAction, input)).toEqual(fields)
})

test('a request can list up to 1000 images, and a reordering up to 20000 or none', () => {
  const many = (count: number) => Array(count).fill('id')
  const fields = { imageIds: 'At most 1000 images at once' }
  expect(fieldErrors(bulkAction, { action: 'delete', imageIds: many(1000) })).toEqual({})
  expect(fieldErrors(bulkAction, { action: 'delete', imageIds: many(1001) })).toEqual(fields)
  expect(fieldErrors(imageOrder, { imageIds: many(20_000) })).toEqual({})
  expect(fieldErrors(imageOrder, { imageIds: many(20_001) })).toEqual({ imageIds: 'At most 20000 images at once' })
  expect(fieldErrors(imageOrder, { imageIds: [] })).toEqual({})
})
