type Reason = 'more than its share' | 'all taken'

type Options = {
  capacity: number
  what: string
  of: 'network' | 'account'
  retryAfterSeconds: number
}

type Refusal = Omit<Options, 'capacity'>

/** http/errors.ts turns this into a 429 or a 503. */
export class ShareRefused extends Error {
  readonly reason: Reason
  readonly retryAfterSeconds: number

  constructor(reason: Reason, { what, of, retryAfterSeconds }: Refusal) {
    super(
      reason === 'all taken'
        ? `Too many ${what} right now. Try again in a moment.`
        : `Too many ${what} from your ${of}. Try again when some have finished.`,
    )
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Throws if a key that holds `own` can't take `amount` more. It can hold at most as much as is free. */
export function requireShare(amount: number, { own, free }: { own: number; free: number }, refusal: Refusal) {
  if (amount > free) throw new ShareRefused('all taken', refusal)
  if (own + amount > free) throw new ShareRefused('more than its share', refusal)
}

/**
 * Divides a capacity between keys, such as networks or users, the way network switches share buffers: a key can hold at
 * most as much as is free. One greedy key gets half. k greedy keys get 1/(k + 1) each, and as much is left for
 * newcomers.
 */
export function createFairShare({ capacity, ...refusal }: Options) {
  const held = new Map<string, number>()
  let free = capacity

  return {
    take(key: string, amount = 1): () => void {
      const own = held.get(key) ?? 0
      requireShare(amount, { own, free }, refusal)
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
    get keys() {
      return held.size
    },
  }
}
