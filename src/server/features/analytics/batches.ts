/** Rows in one statement at the most; between two of them others have their turn. */
const largest = 128

/** In powers of two: so there are few different statements, and each is prepared once. */
export function* batchesOf<T>(items: T[]): Generator<T[]> {
  let size = largest
  for (let start = 0; start < items.length; start += size) {
    while (size > items.length - start) size /= 2
    yield items.slice(start, start + size)
  }
}
