import type { Image } from '#shared/images.ts'
import { byTaken } from '../manage/image-order.ts'
import { isUnfinished, type Upload } from '../upload/upload.ts'
import { ratioOf } from '../wall/wall-layout.ts'
import { headerOf } from './image-header.ts'

export type WallItem = {
  readonly key: string
  readonly ratio: number
  readonly takenAt: string | null
  readonly file?: File
  readonly uploadId?: string
  readonly image?: Image
}

const keys = new WeakMap<File, string>()
let lastKey = 0

/** The key doesn't change after the upload, so the tile isn't remounted. */
function keyOf(file: File) {
  const known = keys.get(file)
  if (known) return known
  lastKey += 1
  const key = `file-${lastKey}`
  keys.set(file, key)
  return key
}

export const itemOfFile = (file: File): WallItem => {
  const { ratio, takenAt } = headerOf(file)
  return { key: keyOf(file), ratio, takenAt, file }
}

const itemOfImage = (image: Image): WallItem => ({
  key: image._id,
  ratio: ratioOf(image),
  takenAt: image.takenAt,
  image,
})

const itemOfUpload = ({ id, file, image }: Upload): WallItem => ({
  ...itemOfFile(file),
  uploadId: id,
  ...(image && { image, takenAt: image.takenAt }),
})

const isShown = (upload: Upload, ids: ReadonlySet<string>) =>
  isUnfinished(upload) || (upload.image !== undefined && ids.has(upload.image._id))

export function wallItems(images: readonly Image[], uploads: readonly Upload[]): WallItem[] {
  const ids = new Set(images.map(({ _id }) => _id))
  const fromUploads = new Set(uploads.map(({ image }) => image?._id))
  const shown = uploads.filter((upload) => isShown(upload, ids))
  if (shown.length === 0) return images.map(itemOfImage)
  const others = images.filter(({ _id }) => !fromUploads.has(_id))
  return [...others.map(itemOfImage), ...shown.map(itemOfUpload)].toSorted(byTaken)
}
