/**
 * Limits how much is done per turn of the event loop, first come, first served, so that a burst of one kind of work
 * doesn't delay everything else.
 */
export function createTurnBudget(perTurn: number) {
  const waiting: { amount: number; resolve: () => void }[] = []
  let left = perTurn
  let isRefillDue = false

  function refill() {
    isRefillDue = false
    left = perTurn
    while (left > 0) {
      const next = waiting.shift()
      if (!next) return
      left -= next.amount
      next.resolve()
    }
    refillNextTurn()
  }

  function refillNextTurn() {
    if (isRefillDue) return
    isRefillDue = true
    setImmediate(refill)
  }

  /** Returns undefined if there's something left in this turn, and otherwise a promise for a later turn. */
  return function take(amount: number): Promise<void> | undefined {
    refillNextTurn()
    if (left > 0) {
      left -= amount
      return undefined
    }
    return new Promise((resolve) => waiting.push({ amount, resolve }))
  }
}
