import type { Changes } from './changes.ts'
import { createKept } from './kept.ts'

type Entry<Value> = { value: Value; readAt: number }
type Options<Value> = {
  /** Reads it anew; what was kept of it may serve to do so quickly. */
  read: (key: string, before: Value | undefined) => Promise<Value | undefined>
  linkIdOf: (value: Value) => string
  changes: Changes
  maxSize: number
  sizeOf: (value: Value) => number
}

/**
 * What many ask for at once, kept for the moment that `changes` allows. As long as it is asked for it is read again before
 * that moment is over, so that under load nobody waits for it.
 */
export function createFresh<Value extends object>({ read, linkIdOf, changes, maxSize, sizeOf }: Options<Value>) {
  const kept = createKept<Entry<Value>>({ maxSize, sizeOf: ({ value }) => sizeOf(value) })
  const underWay = new Map<string, Promise<Entry<Value> | undefined>>()

  async function readAnew(key: string) {
    const readAt = performance.now()
    const value = await read(key, kept.get(key)?.value)
    if (value === undefined) return void kept.drop(key)
    const entry = { value, readAt }
    kept.set(key, entry)
    return entry
  }

  /** Many who ask at once share one reading. */
  function join(key: string) {
    const already = underWay.get(key)
    if (already) return already
    const reading = readAnew(key).finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return reading
  }

  async function load(key: string): Promise<Value | undefined> {
    const entry = await join(key)
    // It may have changed since that reading began.
    return entry && !changes.isUnchanged(linkIdOf(entry.value), entry.readAt) ? load(key) : entry?.value
  }

  /** At once or not at all. */
  function peek(key: string): Value | undefined {
    const entry = kept.get(key)
    const now = performance.now()
    if (!entry || !changes.isFresh(linkIdOf(entry.value), entry.readAt, now)) return undefined
    // If it fails, whoever finds nothing kept will be told.
    if (changes.isAging(entry.readAt, now)) join(key).catch(() => {})
    return entry.value
  }

  return {
    peek,
    /** undefined when there is no such thing. */
    find: async (key: string) => peek(key) ?? load(key),
  }
}
