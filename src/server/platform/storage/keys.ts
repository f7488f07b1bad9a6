import type { ByteRange } from './storage.ts'

// No part begins with a dot: that rules out `..` and keeps dot folders free for a storage's own use.
const part = '[A-Za-z0-9_-][A-Za-z0-9._-]*'
const keyPattern = new RegExp(`^${part}(/${part})*$`)
const prefixPattern = new RegExp(`^(${part}/)*(${part})?$`)
const maxKeyLength = 512

/** Keys are made by us, never by a visitor; this is the second lock, for the day one is built from input after all. */
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
