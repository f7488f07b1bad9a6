import sharp from 'sharp'
import { expect, test } from 'vitest'
import { galleries } from './galleries.mjs'
import { paint } from './paint.mjs'

test('the demo has a 60-image wedding, unique slugs and files, valid comments, and no gallery over 61 days old', () => {
  expect(galleries.find(({ slug }) => slug === 'anna-and-jonas')?.pictures).toHaveLength(60)
  expect(new Set(galleries.map(({ slug }) => slug)).size).toBe(galleries.length)
  for (const { pictures, comments, daysAgo } of galleries) {
    const files = pictures.map(({ file }) => file)
    expect(new Set(files).size).toBe(files.length)
    for (const [file] of comments) expect(files).toContain(file)
    expect(daysAgo).toBeLessThanOrEqual(61)
  }
})

test('every scene can be painted in portrait format with the capture date in its EXIF data', async () => {
  const scenes = new Set(galleries.flatMap(({ pictures }) => pictures.flatMap(({ painting }) => painting?.scene ?? [])))
  const takenAt = new Date('2026-10-01T12:00:00Z')
  for (const scene of scenes) {
    const { width, height, exif } = await sharp(await paint({ scene, seed: 1, isUpright: true, takenAt })).metadata()
    expect([scene, width, height]).toEqual([scene, 1067, 1600])
    expect(exif?.toString('latin1')).toContain('2026:10:01 12:00:00')
  }
})
