import type { Clock } from '../clock.ts'

/** Thrown instead of beginning work for whose work has been in vain too often. */
export class TooMuchWaste extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too much of the time spent for this key was in vain')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type Options = {
  clock: Pick<Clock, 'monotonicMs'>
  /** So much may be spent in vain before anybody is turned away. */
  allowedMs: number
  /** How much of it is forgiven in each millisecond: the part of one core that a key can waste for ever. */
  forgiven: number
}

type Debt = { ms: number; at: number }

/** Beyond so many keys the one that wasted something longest ago is forgotten. */
const maxKeys = 10_000

/**
 * Time that was spent for a key, say a user, without any use: a leaky bucket. Work that is refused only after much of it was
 * done takes from everybody and counts for nothing elsewhere, so it is counted here.
 */
export function createWasteLimiter({ clock, allowedMs, forgiven }: Options) {
  const debts = new Map<string, Debt>()

  const debtOf = (key: string) => {
    const debt = debts.get(key)
    const left = debt ? debt.ms - (clock.monotonicMs() - debt.at) * forgiven : 0
    if (left <= 0) debts.delete(key)
    return Math.max(0, left)
  }

  return {
    add(key: string, ms: number) {
      const owed = debtOf(key) + ms
      debts.delete(key)
      debts.set(key, { ms: owed, at: clock.monotonicMs() })
      if (debts.size > maxKeys) debts.delete(debts.keys().next().value as string)
    },
    /** Throws TooMuchWaste while the key owes more than it may. */
    requireBelowLimit(key: string) {
      const tooMuch = debtOf(key) - allowedMs
      if (tooMuch > 0) throw new TooMuchWaste(Math.ceil(tooMuch / forgiven / 1000))
    },
  }
}
