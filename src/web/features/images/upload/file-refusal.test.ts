import { expect, test } from 'vitest'
import { bytesOfMb } from '#shared/limits.ts'
import { fileRefusal } from './file-refusal.ts'

const maxBytes = bytesOfMb(10)

test.each([
  ['sea.jpg', 'image/jpeg', 1, undefined],
  ['IMG_2682.HEIC', '', 1, undefined],
  ['sea.jpg', 'image/jpeg', maxBytes, undefined],
  ['drawing.svg', 'image/svg+xml', 1, undefined],
  ['contract.pdf', 'application/pdf', 1, '"contract.pdf" isn\'t an image.'],
  ['notes', '', 1, '"notes" isn\'t an image.'],
  ['sea.jpg', 'text/plain', 1, '"sea.jpg" isn\'t an image.'],
  ['sea.jpg', 'image/jpeg', maxBytes + 1, '"sea.jpg" is too large. The limit is 10 MB.'],
  ['sea.jpg', 'image/jpeg', 0, '"sea.jpg" is empty.'],
])('%s (type "%s", %i bytes) returns %j', (name, type, size, refusal) => {
  expect(fileRefusal({ name, type, size })).toBe(refusal)
})

test('a custom size limit is enforced and named in the message', () => {
  const file = { name: 'sea.jpg', type: 'image/jpeg', size: bytesOfMb(25) }
  expect(fileRefusal(file, 25)).toBeUndefined()
  expect(fileRefusal({ ...file, size: file.size + 1 }, 25)).toBe('"sea.jpg" is too large. The limit is 25 MB.')
})
