/** Single-flight: calls for a key that come while one for it runs share that run and its outcome. */
export function createSingleFlight<Value>(run: (key: string) => Promise<Value>) {
  const inFlight = new Map<string, Promise<Value>>()

  return function join(key: string): Promise<Value> {
    const already = inFlight.get(key)
    if (already) return already
    const running = run(key).finally(() => inFlight.delete(key))
    inFlight.set(key, running)
    return running
  }
}
