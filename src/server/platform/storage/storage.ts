import type { Readable } from 'node:stream'

/** A body with a path is a finished temporary file; it may be moved in, so it can be gone afterwards. */
export type StoredFile = { key: string; body: Buffer | { path: string } }

export type ListedFile = { key: string; bytes: number; modifiedAt: Date }

export type ByteRange = { start: number; end: number }

/** Where pictures live. A key is written once: to change an object, write another and remove the first. */
export type Storage = {
  /**
   * Durable when it resolves. After an error whatever was written is taken back as far as the storage still answers;
   * the rest is for a sweep by `list`.
   */
  put(files: StoredFile[]): Promise<void>
  /**
   * The bytes start to end, both included, or all of them; `size` is the whole object's. A range that begins past the
   * end gives no bytes. Undefined when there is no such object.
   */
  open(key: string, range?: ByteRange): Promise<{ size: number; stream: Readable } | undefined>
  read(key: string): Promise<Buffer | undefined>
  /** Absent keys are fine. */
  remove(keys: string[]): Promise<void>
  /** Everything under a prefix that ends at a slash, and whatever a crash left of its folders. */
  removeAll(prefix: string): Promise<void>
  /** In the order of their keys, where the storage has one; a prefix need not end at a slash. */
  list(prefix: string): AsyncIterable<ListedFile>
  /** Rejects when the storage does not answer or, where that can be told cheaply, cannot be written to. */
  check(): Promise<void>
  close(): Promise<void>
}

export type S3Options = { bucket: string; region: string; endpoint?: string; forcePathStyle: boolean }
export type StorageOptions = { kind: 'disk'; dir: string; isGuest?: boolean } | ({ kind: 's3' } & S3Options)

/** Full, read-only, unreachable, hanging: nothing the request got wrong. The cause holds paths; keep it in the log. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'

  constructor(cause: unknown) {
    super('The storage cannot be used at the moment', { cause })
  }
}

export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StorageUnavailable ? error : new StorageUnavailable(error)
  }
}

/** The disk can't read this file, which says nothing about the others. */
export const isUnreadable = (error: unknown) =>
  error instanceof StorageUnavailable && (error.cause as { code?: string } | undefined)?.code === 'EIO'

// No part begins with a dot: that rules out `..` and keeps dot folders free for a storage's own use.
const part = '[A-Za-z0-9_-][A-Za-z0-9._-]*'
const keyPattern = new RegExp(`^${part}(/${part})*$`)
const prefixPattern = new RegExp(`^(${part}/)*(${part})?$`)
const maxKeyLength = 512

/** Keys are made by us, never from input; this is defence in depth. */
export function assertKey(key: string): void {
  if (key.length > maxKeyLength || !keyPattern.test(key)) throw new TypeError('Not a storage key')
}

export function assertPrefix(prefix: string): void {
  if (prefix.length > maxKeyLength || !prefixPattern.test(prefix)) throw new TypeError('Not a prefix of storage keys')
}

export function assertRange(range: ByteRange | undefined): void {
  if (!range) return
  const { start, end } = range
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError('Not a range of bytes')
  }
}
