import { stat } from 'node:fs/promises'
import { walk } from './folder.mjs'
import { isSkipped } from './pictures.mjs'

/** Looks at a folder again and again, and finds the pictures that nobody is writing to anymore. */
export function createSettlingFiles(folder, settleMs) {
  let files = new Map()

  return {
    /** Returns the pictures that are settled and those that aren't, and when the next one could be. */
    async look() {
      const now = performance.now()
      const seen = new Map()
      const found = { settled: [], unsettled: [], skipped: 0, problems: [], nextMs: Number.POSITIVE_INFINITY }
      for await (const { path, segments, isSkipped: isOther, problem } of walk(folder)) {
        if (problem) found.problems.push({ path, problem })
        else if (isOther || isSkipped(segments)) found.skipped++
        else {
          const file = await describe(path)
          if (!file) continue
          const before = files.get(path)
          const since = isSame(before, file) ? before.since : now
          seen.set(path, { ...file, since })
          const waitMs = since + settleMs - now
          found[waitMs <= 0 ? 'settled' : 'unsettled'].push(file)
          if (waitMs > 0) found.nextMs = Math.min(found.nextMs, waitMs)
        }
      }
      files = seen
      return found
    },
  }
}

export const isSame = (one, other) => one?.size === other.size && one.mtimeMs === other.mtimeMs

/** Returns undefined if the file has disappeared. */
const describe = (path) =>
  stat(path).then(
    ({ size, mtimeMs }) => ({ path, size, mtimeMs }),
    () => undefined,
  )
