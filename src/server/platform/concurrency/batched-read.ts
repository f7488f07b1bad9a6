import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'

/** A statement with more keys is no quicker, and every other number of keys is another statement to prepare. */
const maxKeys = 100

/**
 * Makes one reading of all that are asked for in the same turn of the event loop: a page brings the requests for its
 * thumbnails together, and thirty readings by key take thirty times as long as one of thirty keys.
 */
export function createBatchedRead<Value>(readMany: (keys: string[]) => Promise<Map<string, Value>>) {
  let gathering: { keys: string[]; found: Promise<Map<string, Value>> } | undefined

  async function readNextTurn(keys: string[]) {
    await nextTurnOfEventLoop()
    if (gathering?.keys === keys) gathering = undefined
    return readMany(keys)
  }

  return async (key: string): Promise<Value | undefined> => {
    if (!gathering || gathering.keys.length >= maxKeys) {
      const keys: string[] = []
      gathering = { keys, found: readNextTurn(keys) }
    }
    gathering.keys.push(key)
    return (await gathering.found).get(key)
  }
}
