/** Concurrent calls with the same key share one run and its result. */
export function createSingleFlight<Value, Details extends unknown[] = []>(
  run: (key: string, ...details: Details) => Promise<Value>,
) {
  const underWay = new Map<string, Promise<Value>>()

  return function join(key: string, ...details: Details): Promise<Value> {
    const already = underWay.get(key)
    if (already) return already
    const running = run(key, ...details).finally(() => underWay.delete(key))
    underWay.set(key, running)
    return running
  }
}
