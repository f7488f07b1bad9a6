import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type FileHash = { sha256: string; bytes: number }

function createMeter() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    add(chunk: Buffer) {
      hash.update(chunk)
      bytes += chunk.length
    },
    result: (): FileHash => ({ sha256: hash.digest('hex'), bytes }),
  }
}

export async function writeHashed(stream: Readable, path: string) {
  const meter = createMeter()
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      meter.add(chunk)
      done(null, chunk)
    },
  })
  await mkdir(dirname(path), { recursive: true })
  await pipeline(stream, through, createWriteStream(path, { flush: true }))
  return meter.result()
}

export async function hashStream(stream: Readable) {
  const meter = createMeter()
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      meter.add(chunk)
      done()
    },
  })
  await pipeline(stream, sink)
  return meter.result()
}

export const hashFile = (path: string) => hashStream(createReadStream(path))

/** Returns a phrase to put after the file's name, such as "is missing", or undefined if the file is as expected. */
export async function findDifference(path: string, expected: FileHash) {
  try {
    return describeDifference(await hashFile(path), expected)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'is missing' : `can't be read (${code})`
  }
}

export function describeDifference(found: FileHash, expected: FileHash) {
  if (found.bytes !== expected.bytes) return `has ${found.bytes} bytes instead of ${expected.bytes}`
  return found.sha256 === expected.sha256 ? undefined : "is damaged: its SHA-256 doesn't match the backup's"
}
