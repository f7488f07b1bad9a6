import { type FileHandle, open } from 'node:fs/promises'

export type FlushFile = (file: FileHandle) => Promise<void>

/** SQLite's code for a failed read or write. */
const ioErrorCode = 10

/**
 * Flushes SQLite's write-ahead log to the disk in the background, because SQLite itself would block the event loop.
 * Commits that wait at the same time share a flush.
 */
export function createLogFlush(path: string, flushFile: FlushFile = (file) => file.datasync()) {
  let file: FileHandle | undefined
  let failure: Error | undefined
  let running = Promise.resolve()
  let next: Promise<void> | undefined

  function requireHealthy() {
    if (failure) throw failure
  }

  async function run() {
    requireHealthy()
    try {
      file ??= await open(path, 'r+')
      await flushFile(file)
    } catch (cause) {
      const sentence = "The database's log couldn't be written to the disk. Restart the server once the disk works."
      failure = Object.assign(new Error(sentence, { cause }), { errcode: ioErrorCode })
      throw failure
    }
  }

  function startNext() {
    next = undefined
    running = run()
    return running
  }

  return {
    /** Throws after a failed flush, because the next one can succeed although bytes are lost. */
    requireHealthy,
    /** A running flush may have started before the caller's commit, so the caller waits for the one after it. */
    flush(): Promise<void> {
      next ??= running.then(startNext, startNext)
      return next
    },
    close: async () => file?.close(),
  }
}
