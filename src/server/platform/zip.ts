import type { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { noteStreamedBytes } from './garbage-collection.ts'

export type ZipEntry = { name: string; size: number; modifiedAt: Date; open: () => Promise<Readable> }

/** An entry generated on the fly has no size yet. */
export type StreamedZipEntry = Omit<ZipEntry, 'size'> & { size?: number }

/**
 * Streams a ZIP of any size. Photos aren't compressed, because they wouldn't get smaller. Each entry is opened after
 * the previous one is written, until the stream is destroyed.
 */
export function createZip(entries: ZipEntry[]): { size: number; stream: Readable } {
  const { zip, stream, add } = openZip()
  for (const entry of entries) void add(entry)
  let size = 0
  // yazl calls this synchronously, because every size is known.
  zip.end(undefined, (total = 0) => {
    size = total
  })
  return { size, stream }
}

/** Streams entries that are generated one by one. Requests each entry after the previous one has been read. */
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

  /** Resolves once the entry has been read. Never resolves if the ZIP is aborted before the entry is opened. */
  const add = ({ name, size, modifiedAt, open }: StreamedZipEntry) =>
    new Promise<void>((resolve) => {
      // yazl can't write times before 1970, which scanned photos may have.
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
