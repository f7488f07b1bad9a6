import type { Clock } from '../clock.ts'

/** For so long whoever asks again gets the same answer, or the same failure, and waits for it together with the first. */
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
