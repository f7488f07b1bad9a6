import type { Clock } from '../clock.ts'

/** Caches the promise for `ms`, so all calls in that time share one read, even if it fails. */
export function rememberFor<T>(
  ms: number,
  clock: Pick<Clock, 'monotonicMs'>,
  read: () => Promise<T>,
): () => Promise<T> {
  let answer: Promise<T> | undefined
  let askedAt = 0
  return () => {
    const now = clock.monotonicMs()
    if (!answer || now - askedAt >= ms) {
      askedAt = now
      answer = read()
    }
    return answer
  }
}
