import type { Changes } from './changes.ts'
import { createKept } from './kept.ts'

type Entry<Value> = { value: Value; readAt: number }
type Options<Value> = {
  /** Reads it anew; what was kept of it may spare some of the work. undefined: there is no such thing. */
  read: (key: string, before: Value | undefined) => Promise<Value | undefined>
  linkIdOf: (value: Value) => string
  changes: Changes
  maxSize: number
  sizeOf: (value: Value) => number
}

/** What many ask for, kept for the moment that `changes` allows and read again by whoever asks after it. */
export function createFresh<Value extends object>({ read, linkIdOf, changes, maxSize, sizeOf }: Options<Value>) {
  const kept = createKept<Entry<Value>>({ maxSize, sizeOf: ({ value }) => sizeOf(value) })
  const underWay = new Map<string, Promise<Entry<Value> | undefined>>()

  async function readAnew(key: string): Promise<Entry<Value> | undefined> {
    const readAt = performance.now()
    const value = await read(key, kept.get(key)?.value)
    if (value === undefined) {
      kept.drop(key)
      return undefined
    }
    const entry = { value, readAt }
    kept.set(key, entry)
    return entry
  }

  /** Many who ask at once share one reading, unless the link has changed since that began. */
  async function load(key: string): Promise<Value | undefined> {
    const already = underWay.get(key)
    const reading = already ?? readAnew(key).finally(() => underWay.delete(key))
    if (!already) underWay.set(key, reading)
    const entry = await reading
    return entry && !changes.isUnchanged(linkIdOf(entry.value), entry.readAt) ? load(key) : entry?.value
  }

  /** At once or not at all. */
  function peek(key: string): Value | undefined {
    const entry = kept.get(key)
    return entry && changes.isFresh(linkIdOf(entry.value), entry.readAt) ? entry.value : undefined
  }

  return { peek, find: async (key: string) => peek(key) ?? load(key) }
}
