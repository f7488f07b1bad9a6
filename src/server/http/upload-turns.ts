import { createTurnBudget } from '#server/platform/concurrency/turn-budget.ts'
import { noteStreamedBytes } from '#server/platform/garbage-collection.ts'

/** Node reads up to 2 MB from a connection before it handles the next one. All uploads together read about this much. */
const take = createTurnBudget(256 * 1024)

/** Call it with the bytes that were read. Returns a promise if the upload has to wait before it reads more. */
export function takeUploadTurn(bytes: number) {
  noteStreamedBytes(bytes)
  return take(bytes)
}
