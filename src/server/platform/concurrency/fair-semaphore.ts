/** Thrown when so much waits at a gate that waiting longer would help nobody. */
export class SemaphoreFull extends Error {}

type Waiting = { enter: () => void; turnAway: (reason: Error) => void }

/**
 * Lets `parallel` pieces of work run at once. The others wait, those of each key in a line of their own, and the lines take
 * turns: whoever brings much waits behind themselves, not everybody behind them. Beyond `waiting` in all, the last of the
 * longest line is turned away.
 */
export function createFairSemaphore({ parallel, waiting }: { parallel: number; waiting: number }) {
  const lines = new Map<string, Waiting[]>()
  let running = 0
  let count = 0

  function wait(key: string) {
    return new Promise<void>((enter, turnAway) => {
      const line = lines.get(key) ?? []
      line.push({ enter, turnAway })
      lines.set(key, line)
      count++
      if (count > waiting) turnAwayOne()
    })
  }

  function turnAwayOne() {
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one))
    count--
    longest.pop()?.turnAway(new SemaphoreFull('Too much work is waiting'))
  }

  /** The first of the next line; its line goes to the end. */
  function next() {
    for (const [key, line] of lines) {
      lines.delete(key)
      const first = line.shift()
      if (line.length > 0) lines.set(key, line)
      if (first) {
        count--
        return first
      }
    }
    return undefined
  }

  return async function pass<T>(work: () => Promise<T>, key = ''): Promise<T> {
    if (running < parallel) running++
    // Whoever leaves hands its place over, so `running` stays as it is.
    else await wait(key)
    try {
      return await work()
    } finally {
      const following = next()
      if (following) following.enter()
      else running--
    }
  }
}
