import { expect, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import { newUpload, type Upload } from '../upload/upload.ts'
import { itemOfFile, wallItems } from './wall-items.ts'

const imageOf = (_id: string, takenAt: string | null = null) => ({ _id, takenAt, width: 3, height: 2 }) as Image
const fileOf = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
const uploadOf = (name: string, changes: Partial<Upload> = {}): Upload => ({
  ...newUpload(name, 'link', fileOf(name)),
  ...changes,
})
const keys = (images: Image[], uploads: Upload[]) =>
  wallItems(images, uploads).map(({ image, uploadId }) => image?._id ?? uploadId)

test('images and uploads are sorted by date taken, with undated ones last', () => {
  const late = imageOf('late', '2025-06-21T18:00:00.000Z')
  const early = imageOf('early', '2025-06-21T09:00:00.000Z')
  const arrived = uploadOf('arrived', { state: 'done', image: early })
  expect(keys([late, early], [arrived, uploadOf('waiting')])).toEqual(['early', 'late', 'waiting'])
})

test("rejected uploads, canceled uploads and deleted images aren't on the wall", () => {
  const gone = uploadOf('gone', { state: 'done', image: imageOf('gone') })
  const uploads = [gone, uploadOf('refused', { state: 'refused' }), uploadOf('canceled', { state: 'canceled' })]
  expect(keys([], [...uploads, uploadOf('waiting')])).toEqual(['waiting'])
})

test('images keep the link order if there are no uploads', () => {
  const images = [imageOf('b', '2025-06-21T18:00:00.000Z'), imageOf('a', '2025-06-21T09:00:00.000Z')]
  expect(keys(images, [])).toEqual(['b', 'a'])
})

test('a file keeps its key during and after its upload', () => {
  const upload = uploadOf('one')
  const { key } = itemOfFile(upload.file)
  const image = imageOf('there')
  expect(wallItems([], [upload])[0]?.key).toBe(key)
  expect(wallItems([image], [{ ...upload, state: 'done', image }])[0]?.key).toBe(key)
})
