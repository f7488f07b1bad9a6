import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { orUnavailable, type Storage } from './storage.ts'

const hashedAtOnce = 256 * 1024

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

/** Reads into the same buffer again and again, because a stream's many buffers cost more than the hash. */
export async function hashFile(path: string) {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafeSlow(hashedAtOnce)
  await using file = await open(path)
  for (;;) {
    const { bytesRead } = await file.read(buffer)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(buffer.subarray(0, bytesRead))
  }
}
