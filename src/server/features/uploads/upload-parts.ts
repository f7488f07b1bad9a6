import { newId } from '#server/platform/ids.ts'

/** All parts of an upload share this prefix, so one call deletes them all. A database trigger builds the same prefix. */
export const partsOf = (uploadId: string) => `uploads/${uploadId.slice(0, 2)}/${uploadId}/`

/** Requests never overwrite each other's parts, even if they start at the same offset. */
export const newPart = (offset: number) => `${offset}-${newId()}`

const partKey = /^uploads\/[^/]+\/([\w-]+)\/(\d+-[\w-]+)$/

/** Returns the ID of the upload that a file is a part of. */
export function uploadOf(key: string) {
  const [, uploadId = '', name = ''] = partKey.exec(key) ?? []
  return partsOf(uploadId) + name === key ? uploadId : undefined
}
