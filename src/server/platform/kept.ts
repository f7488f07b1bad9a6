/** Values kept by key within a bound on their size; those not asked for the longest go first. */
export function createKept<Value>({ maxSize, sizeOf }: { maxSize: number; sizeOf: (value: Value) => number }) {
  const values = new Map<string, Value>()
  let size = 0
  let newest = ''

  const drop = (key: string) => {
    const value = values.get(key)
    if (value === undefined) return
    size -= sizeOf(value)
    values.delete(key)
  }

  return {
    get(key: string): Value | undefined {
      const value = values.get(key)
      if (value !== undefined && key !== newest) {
        // Last in the map is last to go.
        values.delete(key)
        values.set(key, value)
        newest = key
      }
      return value
    },
    set(key: string, value: Value) {
      drop(key)
      values.set(key, value)
      newest = key
      size += sizeOf(value)
      for (const oldest of values.keys()) {
        if (size <= maxSize) break
        drop(oldest)
      }
    },
    drop,
    get size() {
      return size
    },
  }
}
