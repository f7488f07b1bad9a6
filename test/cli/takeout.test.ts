import { expect, test } from 'vitest'
import { findMetadata, readAlbum, readCaption } from '#cli/takeout.mjs'

const long = 'a-very-long-name-that-google-cuts-somewhere-in-the-middle'

test.each([
  ['IMG_1.jpg', 'IMG_1.jpg'],
  ['IMG_1.jpg', 'IMG_1.jpg.supplemental-metadata'],
  ['IMG_20180102_123456789_HDR.jpg', 'IMG_20180102_123456789_HDR.jpg.supplemental-me'],
  ['IMG_20180102_123456789_BURST001.jpg', 'IMG_20180102_123456789_BURST001.jpg.s'],
  ['IMG_1(1).jpg', 'IMG_1.jpg(1)'],
  ['IMG_1(1).jpg', 'IMG_1.jpg.supplemental-metadata(1)'],
  ['IMG_1(1).jpg', 'IMG_1(1).jpg'],
  ['IMG_1-edited.jpg', 'IMG_1.jpg'],
  ['IMG_1-edited(1).jpg', undefined],
  [`${long.slice(0, 47)}.jpg`, long.slice(0, 46)],
  [`${long.slice(0, 47)}(1).jpg`, `${long.slice(0, 46)}(1)`],
  ['IMG_12.jpg', undefined],
])('%s is described by %s.json', (picture, expected) => {
  const names = new Set(['metadata', 'IMG_1.png', 'IMG_11.jpg', 'IMG_1.jpg(2)', ...(expected ? [expected] : [])])
  expect(findMetadata(picture, names)).toBe(expected)
})

test('a numbered picture has its own metadata, not that of the first', () => {
  const cut = long.slice(0, 46)
  const names = new Set(['IMG_1.jpg', 'IMG_1.jpg(1)', cut, `${cut}(1)`])
  expect(findMetadata('IMG_1(1).jpg', names)).toBe('IMG_1.jpg(1)')
  expect(findMetadata(`${long.slice(0, 47)}(1).jpg`, names)).toBe(`${cut}(1)`)
})

test('an album has a title, and a picture a caption and a date', () => {
  expect(readAlbum({ title: 'Lisbon', description: 'Spring' })).toEqual({ title: 'Lisbon', description: 'Spring' })
  expect(readAlbum({ albumData: { title: 'Lisbon' } })).toEqual({ title: 'Lisbon', description: '' })
  for (const other of [null, 'text', {}, { title: 7 }, { title: 'a.jpg', photoTakenTime: {} }]) {
    expect(readAlbum(other)).toBeUndefined()
  }
  const taken = { timestamp: '1524823200', formatted: 'Apr 27, 2018' }
  expect(readCaption({ description: 'Tram 28', photoTakenTime: taken })).toEqual({
    description: 'Tram 28',
    takenAt: '2018-04-27T10:00:00.000Z',
  })
  for (const other of [
    null,
    {},
    { photoTakenTime: { timestamp: 'soon' } },
    { photoTakenTime: { timestamp: '0' } },
    { photoTakenTime: { timestamp: '1e12' } },
  ]) {
    expect(readCaption(other)).toEqual({ description: '', takenAt: undefined })
  }
})
