import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { FileHash } from './hashed-files.ts'

/** The manifest has one line per image file, ordered by image ID. */
export const manifestName = 'files.txt'
export const manifestPath = (backup: string) => join(backup, manifestName)

export type ManifestLine = FileHash & { key: string }

export const formatLine = ({ sha256, bytes, key }: ManifestLine) => `${sha256} ${bytes} ${key}\n`

// No segment of a key may start with a dot, which prevents path traversal.
const linePattern = /^([0-9a-f]{64}) (\d+) ((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/

/** Skips unreadable lines and reports their numbers. */
export async function* readManifest(backup: string, onUnreadable: (lineNumber: number) => void = () => {}) {
  let number = 0
  for await (const text of createInterface({ input: createReadStream(manifestPath(backup)) })) {
    number++
    const [, sha256, bytes, key] = linePattern.exec(text) ?? []
    if (sha256 && key) yield { sha256, bytes: Number(bytes), key } satisfies ManifestLine
    else onUnreadable(number)
  }
}

/** Reads a manifest alongside the images, in the same order, so neither has to fit in memory. */
export function followManifest(lines: AsyncGenerator<ManifestLine>) {
  let current: ManifestLine | undefined
  let isOver = false

  async function advance() {
    const { value, done } = await lines.next()
    current = done ? undefined : value
    isOver = done ?? false
  }

  return {
    /** Returns the lines whose keys begin with `prefix`. Prefixes must be requested in ascending order. */
    async take(prefix: string) {
      const found = new Map<string, ManifestLine>()
      if (!current && !isOver) await advance()
      for (; current && (current.key < prefix || current.key.startsWith(prefix)); await advance()) {
        if (current.key.startsWith(prefix)) found.set(current.key, current)
      }
      return found
    },
    close: () => lines.return(undefined),
  }
}

export async function* inGroups<T>(items: AsyncIterable<T>, size: number) {
  let group: T[] = []
  for await (const item of items) {
    if (group.push(item) < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
