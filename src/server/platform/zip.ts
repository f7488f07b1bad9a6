import type { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { noteStreamedBytes } from './garbage-collection.ts'

export type ZipEntry = { name: string; size: number; modifiedAt: Date; open: () => Promise<Readable> }

/** An entry that is made while it is written has no size yet. */
export type StreamedZipEntry = Omit<ZipEntry, 'size'> & { size?: number }

/**
 * A ZIP that is written as it is read, so that its size does not matter. Pictures are stored as they are: they would not
 * get smaller. Each entry is opened only when the one before it is written, and none once the stream is destroyed.
 */
export function createZip(entries: ZipEntry[]): { size: number; stream: Readable } {
  const { zip, stream, add } = openZip()
  for (const entry of entries) void add(entry)
  let size = 0
  // Called before this returns: every size is known.
  zip.end(undefined, (total = 0) => {
    size = total
  })
  return { size, stream }
}

/** The same where an entry decides which come after it: the next is asked for once the one before it was read. */
export function createZipStream(entries: AsyncIterable<StreamedZipEntry>): Readable {
  const { zip, stream, add } = openZip()
  const addAll = async () => {
    for await (const entry of entries) {
      await add(entry)
      if (stream.destroyed) return
    }
    zip.end()
  }
  addAll().catch((error) => stream.destroy(error))
  return stream
}

function openZip() {
  const zip = new ZipFile()
  const stream = zip.outputStream as PassThrough
  const breakOff = (error: Error) => stream.destroy(error)
  let source: Readable | undefined
  zip.on('error', breakOff)
  stream.once('close', () => source?.destroy())

  /** Resolves once the entry was read, or never where the ZIP was broken off before it was opened. */
  const add = ({ name, size, modifiedAt, open }: StreamedZipEntry) =>
    new Promise<void>((resolve) => {
      // Times before 1970, as scanned photographs have, cannot be written.
      const mtime = new Date(Math.max(0, modifiedAt.getTime()))
      zip.addReadStreamLazy(name, { ...(size !== undefined && { size }), mtime, compress: false }, (start) => {
        noteStreamedBytes(size ?? 0)
        open().then((opened) => {
          source = opened.on('error', breakOff).once('close', resolve)
          if (stream.destroyed) opened.destroy()
          else start(null, opened)
        }, breakOff)
      })
    })
  return { zip, stream, add }
}
