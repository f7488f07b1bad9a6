/** Why a place was refused: the key has its share already, or there is none left for anybody. */
type Reason = 'more than its share' | 'all taken'

type Options = {
  capacity: number
  /** What is shared, in the words of the sentence that a refused person reads: 'requests', 'downloads'. */
  what: string
  /** Whose share it is, in the same sentence. */
  of: 'network' | 'account'
  retryAfterSeconds: number
}

/** Thrown instead of a place; http/errors.ts says it to people, as 429 or 503. */
export class ShareRefused extends Error {
  readonly reason: Reason
  readonly retryAfterSeconds: number

  constructor(reason: Reason, { what, of, retryAfterSeconds }: Omit<Options, 'capacity'>) {
    super(
      reason === 'all taken'
        ? `Many ${what} are under way right now. Please try again in a moment.`
        : `Many ${what} of your ${of} are under way. Please try again when some of them are done.`,
    )
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Shares a capacity between keys, say networks or users, by a dynamic threshold, as network switches share their buffers: a
 * key may hold at most as much as is still free. One greedy key gets half of it, k of them 1/(k + 1) each, and as much is
 * left for whoever comes next; a key that is alone is not held to a share worked out for a crowd. It remembers only keys
 * that hold something.
 */
export function createFairShare({ capacity, ...words }: Options) {
  const held = new Map<string, number>()
  let free = capacity

  return {
    /** Takes a place, or some, and returns what gives them back; throws ShareRefused. */
    take(key: string, amount = 1): () => void {
      const own = held.get(key) ?? 0
      if (amount > free) throw new ShareRefused('all taken', words)
      if (own + amount > free) throw new ShareRefused('more than its share', words)
      held.set(key, own + amount)
      free -= amount
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        free += amount
        const left = (held.get(key) ?? 0) - amount
        if (left > 0) held.set(key, left)
        else held.delete(key)
      }
    },
    get free() {
      return free
    },
    /** How many keys hold something. */
    get keys() {
      return held.size
    },
  }
}
