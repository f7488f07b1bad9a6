import type { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { noteStreamedBytes } from './garbage-collection.ts'

export type ZipEntry = { name: string; size: number; modifiedAt: Date; open: () => Promise<Readable> }

/**
 * A ZIP that is written as it is read, so that its size does not matter. Pictures are stored as they are: they would not
 * get smaller. Each entry is opened only when the one before it is written, and none once the stream is destroyed.
 */
export function createZip(entries: ZipEntry[]): { size: number; stream: Readable } {
  const zip = new ZipFile()
  const stream = zip.outputStream as PassThrough
  const breakOff = (error: Error) => stream.destroy(error)
  let source: Readable | undefined
  zip.on('error', breakOff)
  stream.once('close', () => source?.destroy())

  for (const { name, size, modifiedAt, open } of entries) {
    // Times before 1970, as scanned photographs have, cannot be written.
    const mtime = new Date(Math.max(0, modifiedAt.getTime()))
    zip.addReadStreamLazy(name, { size, mtime, compress: false }, (start) => {
      noteStreamedBytes(size)
      open().then((opened) => {
        source = opened.on('error', breakOff)
        if (stream.destroyed) opened.destroy()
        else start(null, opened)
      }, breakOff)
    })
  }
  let size = 0
  // Called before this returns: every size is known.
  zip.end(undefined, (total = 0) => {
    size = total
  })
  return { size, stream }
}
