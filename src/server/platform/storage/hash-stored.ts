import { createHash } from 'node:crypto'
import { orUnavailable, type Storage } from './storage.ts'

type Options = {
  /** Awaited after each chunk, to throttle the read. */
  pace?: (bytes: number) => Promise<void>
}

export async function hashStored(storage: Pick<Storage, 'open'>, key: string, { pace }: Options = {}) {
  const opened = await storage.open(key)
  if (!opened) return undefined
  return orUnavailable(async () => {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of opened.stream as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      await pace?.(chunk.length)
    }
    return { bytes, sha256: hash.digest('hex') }
  })
}
