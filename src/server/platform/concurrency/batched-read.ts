import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'

/** Larger batches aren't faster, and each batch size needs its own prepared statement. */
const maxKeys = 100

/**
 * Batches all reads of one event-loop turn. A page requests its thumbnails together, and one read of 30 keys is much
 * faster than 30 reads.
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
