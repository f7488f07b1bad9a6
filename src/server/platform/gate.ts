/** Thrown when so much waits at a gate that waiting longer would help nobody. */
export class GateFull extends Error {}

/** Lets `parallel` pieces of work run at once, in the order they came; beyond `waiting` it turns work away. */
export function createGate({ parallel, waiting }: { parallel: number; waiting: number }) {
  let running = 0
  const queue: (() => void)[] = []

  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (running < parallel) running++
    else {
      if (queue.length >= waiting) throw new GateFull('Too much work is waiting')
      // Whoever leaves hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
