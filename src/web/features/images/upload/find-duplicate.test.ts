import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Image } from '#shared/images.ts'
import { findDuplicate } from './find-duplicate.ts'
import { newUpload, type Upload } from './upload.ts'

const upload = (name: string, content: string, change: Partial<Upload> = {}): Upload => ({
  ...newUpload(name, 'link', new File([content], name, { type: 'image/jpeg' })),
  ...change,
})
const image = (_id: string, fileName: string) => ({ _id, fileName }) as Image

let storedBytes = 0
beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', async () => new Response(null, { headers: { 'content-length': String(storedBytes) } }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test("a file with a unique name and size isn't compared", () => {
  expect(findDuplicate(upload('a.jpg', 'one'), [upload('b.jpg', 'three')], [image('1', 'c.jpg')])).toBeUndefined()
})

test('files with identical bytes are duplicates even if their names differ', async () => {
  expect(await findDuplicate(upload('a.jpg', 'one'), [upload('b.jpg', 'one')])).toBe(true)
  expect(await findDuplicate(upload('a.jpg', 'one'), [upload('b.jpg', 'two')])).toBe(false)
})

test('canceled uploads and deleted images are ignored', () => {
  expect(findDuplicate(upload('a.jpg', 'one'), [upload('b.jpg', 'one', { state: 'canceled' })])).toBeUndefined()
  const deleted = upload('b.jpg', 'one', { state: 'done', image: image('gone', 'b.jpg') })
  expect(findDuplicate(upload('a.jpg', 'one'), [deleted], [image('1', 'c.jpg')])).toBeUndefined()
})

test('images from an earlier visit are compared by name and size', async () => {
  storedBytes = 3
  expect(await findDuplicate(upload('a.jpg', 'one'), [], [image('1', 'a.jpg')])).toBe(true)
  storedBytes = 4
  expect(await findDuplicate(upload('a.jpg', 'one'), [], [image('1', 'a.jpg')])).toBe(false)
})
