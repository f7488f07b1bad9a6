import type { Clock } from '../clock.ts'

export class TooMuchWaste extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too much time was wasted for this key')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type Options = {
  clock: Pick<Clock, 'monotonicMs'>
  allowedMs: number
  /** Milliseconds of debt forgiven per millisecond. A key can waste this fraction of the time indefinitely. */
  forgiven: number
}

type Debt = { ms: number; at: number }

/** Above this number, the key that wasted time longest ago is dropped to limit memory. */
const maxKeys = 10_000

/** Limits wasted time per key with a leaky bucket, because no other limit covers work that fails late. */
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
    requireBelowLimit(key: string) {
      const tooMuch = debtOf(key) - allowedMs
      if (tooMuch > 0) throw new TooMuchWaste(Math.ceil(tooMuch / forgiven / 1000))
    },
  }
}
