import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName, pictureName, uniqueNames } from './download-names.ts'

test.each([
  ['Summer', 'Summer'],
  ['  Grüße aus   Köln ', 'Grüße aus Köln'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['.hidden', 'hidden'],
  ['ends with a dot. .', 'ends with a dot'],
  ['line\nbreak\u0000\u202Egpj', 'linebreakgpj'],
  ['CON', '_CON'],
  ['nul.tar', '_nul.tar'],
  ['com1', '_com1'],
  ['console', 'console'],
  ['...', 'Gallery'],
  ['', 'Gallery'],
  ['👩‍👧 🇩🇪', '👩‍👧 🇩🇪'],
])('%j becomes %j', (text, name) => {
  expect(cleanName(text, 'Gallery')).toBe(name)
})

test('a long name is cut to 150 bytes without splitting a character', () => {
  expect(cleanName('x'.repeat(500), '')).toBe('x'.repeat(150))
  const families = cleanName('👩‍👧'.repeat(50), '')
  expect(families).toBe('👩‍👧'.repeat(13))
})

test.each([
  ['IMG_1.JPG', 'image/jpeg', 'IMG_1.jpg'],
  ['IMG_1.HEIC', 'image/jpeg', 'IMG_1.jpg'],
  ['photo.final.png', 'image/png', 'photo.final.png'],
  ['v1.2', 'image/webp', 'v1.2.webp'],
  ['.jpg', 'image/jpeg', 'image.jpg'],
  ['photo.jpg.exe', 'image/jpeg', 'photo.jpg.exe.jpg'],
  ['image', 'image/gif', 'image.gif'],
])('%s of type %s is downloaded as %s', (fileName, type, name) => {
  expect(pictureName(fileName, type)).toBe(name)
})

test('duplicate names are numbered, ignoring case', () => {
  expect(uniqueNames(['a.jpg', 'a.jpg', 'A.JPG', 'b.jpg', 'a (2).jpg', 'a.jpg'])).toEqual([
    'a.jpg',
    'a (2).jpg',
    'A (3).JPG',
    'b.jpg',
    'a (2) (2).jpg',
    'a (4).jpg',
  ])
})

test('any list of names becomes unique, valid file names', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  fc.assert(
    fc.property(
      fc.array(fc.oneof(text, fc.constantFrom('a.jpg', 'A.jpg', 'nul', '..')), { maxLength: 40 }),
      (given) => {
        const names = uniqueNames(given.map((name) => pictureName(name.toWellFormed(), 'image/jpeg')))
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(given.length)
        for (const name of names) {
          expect(name).toMatch(/^[^/\\:*?"<>|\p{Cc}]+\.jpg$/u)
          expect(name).not.toMatch(/^\.|[. ]$/)
          expect(Buffer.byteLength(name)).toBeLessThan(200)
        }
      },
    ),
  )
})
