import { getOriginal, type Image } from '#shared/images.ts'
import { tokenKey, urlOf } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'
import { isUnfinished, type Upload } from './upload.ts'

/**
 * Checks whether the link already has this file. Uploads from this visit are compared byte by byte if their sizes
 * match, and earlier images by name and size. Returns undefined if there's nothing to compare, so most uploads start
 * immediately.
 */
export function findDuplicate(
  { file }: Upload,
  earlier: readonly Upload[],
  present: readonly Image[] = [],
): Promise<boolean> | undefined {
  const ids = new Set(present.map(({ _id }) => _id))
  const isThere = (upload: Upload) => isUnfinished(upload) || (upload.image !== undefined && ids.has(upload.image._id))
  const sameSize = earlier.filter((upload) => upload.file.size === file.size && isThere(upload))
  const ofThisVisit = new Set(earlier.map(({ image }) => image?._id))
  const sameName = present.filter(({ _id, fileName }) => fileName === file.name && !ofThisVisit.has(_id))
  if (sameSize.length + sameName.length === 0) return undefined
  return isAnyOf([
    ...sameSize.map((upload) => () => haveSameBytes(upload.file, file)),
    ...sameName.map((image) => async () => (await storedSize(image)) === file.size),
  ])
}

async function isAnyOf(questions: readonly (() => Promise<boolean>)[]) {
  for (const isSo of questions) if (await isSo()) return true
  return false
}

async function haveSameBytes(one: File, other: File) {
  const [left, right] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()])
  const others = new Uint8Array(right)
  return new Uint8Array(left).every((byte, index) => byte === others[index])
}

async function storedSize({ _id: id }: Image) {
  const headers = { authorization: `Bearer ${readStored(tokenKey)}` }
  const answer = await fetch(urlOf(getOriginal.url, { params: { id } }), { method: 'HEAD', headers })
  return answer.ok ? Number(answer.headers.get('content-length')) : undefined
}
