import type { Readable } from 'node:stream'

/** A body with a path is a finished temporary file, which can be moved into the storage. */
export type StoredFile = { key: string; body: Buffer | { path: string } }

export type ListedFile = { key: string; bytes: number; modifiedAt: Date }

export type ByteRange = { start: number; end: number }

/** Stores image files. Keys are write-once: to change an object, write another and remove the first. */
export type Storage = {
  /**
   * The files are durable once it resolves. After a failure, it removes the written files if the storage responds. A
   * later sweep with `list` finds the rest.
   */
  put(files: StoredFile[]): Promise<void>
  /**
   * `range` is inclusive, and `size` is the size of the whole object. A range past the end returns no bytes. Returns
   * undefined if the object doesn't exist.
   */
  open(key: string, range?: ByteRange): Promise<{ size: number; stream: Readable } | undefined>
  read(key: string): Promise<Buffer | undefined>
  /**
   * Creates a file with the object's bytes without copying them, where that's possible. The file must not be changed.
   * Returns its size, or undefined if the object doesn't exist.
   */
  link?(key: string, path: string): Promise<number | undefined>
  /** Ignores missing keys. */
  remove(keys: string[]): Promise<void>
  /** The prefix has to end with a slash. Also removes folders left behind by a crash. */
  removeAll(prefix: string): Promise<void>
  /** The order depends on the storage. The prefix doesn't have to end with a slash. */
  list(prefix: string): AsyncIterable<ListedFile>
  /** Rejects if the storage doesn't respond or, where that's cheap to check, isn't writable. */
  check(): Promise<void>
  close(): Promise<void>
}

export type S3Options = { bucket: string; region: string; endpoint?: string; forcePathStyle: boolean }
export type StorageOptions = { kind: 'disk'; dir: string; isGuest?: boolean } | ({ kind: 's3' } & S3Options)

/**
 * Thrown if the storage is full, read-only, unreachable or hanging, which isn't the client's fault. The cause contains
 * paths, so it's only logged.
 */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'

  constructor(cause: unknown) {
    super('The storage is unavailable', { cause })
  }
}

export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StorageUnavailable ? error : new StorageUnavailable(error)
  }
}

/** Whether the disk can't read this one file. Others may be fine. */
export const isUnreadable = (error: unknown) =>
  error instanceof StorageUnavailable && (error.cause as { code?: string } | undefined)?.code === 'EIO'

// No part starts with a dot. This rules out `..` and reserves dot folders for the storage itself.
const part = '[A-Za-z0-9_-][A-Za-z0-9._-]*'
const keyPattern = new RegExp(`^${part}(/${part})*$`)
const prefixPattern = new RegExp(`^(${part}/)*(${part})?$`)
const maxKeyLength = 512

/** We never build keys from user input, so this is defense in depth. */
export function assertKey(key: string): void {
  if (key.length > maxKeyLength || !keyPattern.test(key)) throw new TypeError('Not a storage key')
}

export function assertPrefix(prefix: string): void {
  if (prefix.length > maxKeyLength || !prefixPattern.test(prefix)) throw new TypeError('Not a storage key prefix')
}

export function assertRange(range: ByteRange | undefined): void {
  if (!range) return
  const { start, end } = range
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError('Not a byte range')
  }
}
