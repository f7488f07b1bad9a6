import sharp from 'sharp'
import { expect, test } from 'vitest'
import { develop } from './develop.mjs'
import { galleries } from './galleries.mjs'

test('the demo has a 60-image wedding, unique slugs and files, and nothing older than its gallery or 61 days', () => {
  expect(galleries.find(({ slug }) => slug === 'anna-and-jonas')?.pictures).toHaveLength(60)
  expect(new Set(galleries.map(({ slug }) => slug)).size).toBe(galleries.length)
  for (const { pictures, remarks = [], favorites = [], invitations = [], daysAgo, choiceLimit = 0 } of galleries) {
    const files = pictures.map(({ file }) => file)
    expect(new Set(files).size).toBe(files.length)
    for (const { file } of remarks) expect(files).toContain(file)
    for (const chosen of favorites) {
      expect(files).toEqual(expect.arrayContaining([...chosen.files, ...Object.keys(chosen.notes ?? {})]))
      expect(chosen.files.length).toBeLessThanOrEqual(choiceLimit)
    }
    const times = [
      ...remarks.map((remark) => remark.daysAgo),
      ...favorites.map(({ sentDaysAgo, startedDaysAgo }) => sentDaysAgo ?? startedDaysAgo),
      ...invitations.map(({ openedDaysAgo = 0 }) => openedDaysAgo),
    ]
    expect(Math.max(0, ...times)).toBeLessThan(daysAgo)
    expect(daysAgo).toBeLessThanOrEqual(61)
  }
})

test('photos fill a cover, upright or wide, and have their capture date in their EXIF data', async () => {
  const photos = galleries.flatMap(({ pictures }) => pictures.flatMap(({ photo }) => photo ?? []))
  const takenAt = new Date('2026-10-01T12:00:00Z')
  const [first, upright] = photos.filter(({ picture }) => picture === 'rolling-hills.webp')
  const sizes = []
  for (const photo of [first, upright]) {
    const { width, height, exif } = await sharp(await develop({ ...photo, takenAt })).metadata()
    sizes.push([width, height])
    expect(exif?.toString('latin1')).toContain('2026:10:01 12:00:00')
  }
  expect(sizes).toEqual([
    [1600, 1067],
    [1066, 1600],
  ])
})
