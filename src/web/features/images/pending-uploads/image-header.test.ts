import { expect, test } from 'vitest'
import { aPicture } from '#test/support/pictures.ts'
import { commonFolder, galleryName } from './gallery-name.ts'
import { headerOf, readAndSort } from './image-header.ts'

const wide = () => aPicture({ width: 60, height: 40 })
const fileOf = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name)
const takenAt = (DateTimeOriginal: string, more = {}) =>
  wide()
    .withExif({ IFD2: { DateTimeOriginal, ...more } })
    .jpeg()
    .toBuffer()

async function headerOfBytes(bytes: Uint8Array) {
  const file = fileOf(bytes, 'picture')
  await readAndSort([file])
  return headerOf(file)
}

test.each([
  ['jpeg', () => wide().jpeg()],
  ['progressive jpeg', () => wide().jpeg({ progressive: true })],
  ['png', () => wide().png()],
  ['gif', () => wide().gif()],
  ['lossy webp', () => wide().webp()],
  ['lossless webp', () => wide().webp({ lossless: true })],
  [
    'extended webp',
    () =>
      wide()
        .withExif({ IFD0: { Make: 'Camera' } })
        .webp(),
  ],
  ['avif', () => wide().avif({ effort: 0 })],
])('the aspect ratio is read from the file header (%s)', async (_format, make) => {
  expect((await headerOfBytes(await make().toBuffer())).ratio).toBe(1.5)
})

test('the aspect ratio respects the EXIF orientation', async () => {
  const turned = await wide().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect((await headerOfBytes(turned)).ratio).toBe(0.667)
})

test('an unreadable file gets the default ratio and no date', async () => {
  const whole = await takenAt('2025:06:21 12:30:00')
  const usual = { ratio: 1.5, takenAt: null, takenOn: null }
  expect(await headerOfBytes(Buffer.from('Not a picture at all'))).toEqual(usual)
  expect(await headerOfBytes(Buffer.alloc(0))).toEqual(usual)
  for (let length = 1; length < 200; length += 7) {
    expect((await headerOfBytes(whole.subarray(0, length))).ratio).toBe(1.5)
  }
})

test('the time is converted to UTC, the date stays local, and an invalid date is ignored', async () => {
  const { takenAt: instant, takenOn } = await headerOfBytes(
    await takenAt('2025:06:21 00:30:00', { OffsetTimeOriginal: '+02:00' }),
  )
  expect(instant).toBe('2025-06-20T22:30:00.000Z')
  expect(takenOn).toBe('2025-06-21')
  for (const impossible of ['0000:00:00 00:00:00', '2025:02:30 10:00:00']) {
    expect(await headerOfBytes(await takenAt(impossible))).toMatchObject({ takenAt: null, takenOn: null })
  }
})

test('dated files come first, then undated files by name, and the most common date names the gallery', async () => {
  const plain = await wide().jpeg().toBuffer()
  const files = [
    fileOf(plain, 'IMG_10.jpg'),
    fileOf(plain, 'IMG_9.jpg'),
    fileOf(await takenAt('2025:06:21 18:00:00'), 'a.jpg'),
    fileOf(await takenAt('2025:06:21 09:00:00'), 'b.jpg'),
    fileOf(await takenAt('2019:03:21 09:00:00'), 'old.jpg'),
  ]
  const inOrder = await readAndSort(files)
  expect(inOrder.map(({ name }) => name)).toEqual(['old.jpg', 'b.jpg', 'a.jpg', 'IMG_9.jpg', 'IMG_10.jpg'])
  expect(galleryName(inOrder, new Date('2025-12-01T12:00:00'))).toBe('Saturday, June 21')
  expect(galleryName(inOrder, new Date('2026-12-01T12:00:00'))).toBe('Saturday, June 21, 2025')
})

test("a gallery is named after its files' folder, or after today's date without a folder or capture date", () => {
  const inFolder = (path: string) => Object.assign(fileOf(new Uint8Array([1]), 'x.jpg'), { path })
  const today = new Date('2026-11-14T12:00:00')
  expect(galleryName([inFolder('/Anna & Tom/1.jpg'), inFolder('./Anna & Tom/more/2.jpg')], today)).toBe('Anna & Tom')
  expect(galleryName([inFolder(`/${'x'.repeat(120)}/1.jpg`)], today)).toHaveLength(100)
  expect(commonFolder([inFolder('/One/1.jpg'), inFolder('/Two/2.jpg')])).toBeUndefined()
  expect(galleryName([inFolder('./1.jpg')], today)).toBe('Saturday, November 14')
})
