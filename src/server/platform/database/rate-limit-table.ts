import { AppError } from '#shared/errors.ts'
import type { Clock } from '../clock.ts'
import { createMemoryRateLimiter } from '../concurrency/rate-limiter.ts'
import type { DatabaseRateLimiter, DatabaseTaken, Taken } from './rate-limiter.ts'

export type RateLimitRow = {
  limit: number
  windowMs: number
  /** The parts of a key. The limit applies to each combination of them. */
  per: readonly string[]
  /** The error message beyond the limit. Without one, callers don't get an error, and the service decides what to do. */
  sentence?: string | ((retryAfterSeconds: number) => string)
  /** Counted in memory, separately on each node. All others are counted in the database. */
  isPerNode?: true
}

type Key<R extends RateLimitRow> = Readonly<Record<R['per'][number], string>>

type DatabaseLimit<R extends RateLimitRow> = {
  limit: number
  /** Counts `amount` and returns the new total. If that would exceed the limit, it counts nothing. */
  take(key: Key<R>, amount?: number): Promise<DatabaseTaken>
  retryAfterSeconds(key: Key<R>): Promise<number>
  /** Undoes one `take` with an amount of 1. */
  giveBack(key: Key<R>): Promise<unknown>
  forget(key: Key<R>): Promise<unknown>
}

type MemoryLimit<R extends RateLimitRow> = {
  take(key: Key<R>): Taken
  retryAfterSeconds(key: Key<R>): number
}

type WithSentence<R extends RateLimitRow> = {
  takeOrThrow(key: Key<R>, amount?: number): Promise<void>
  /** Creates the error that `takeOrThrow` throws. */
  error(retryAfterSeconds: number, data?: object): AppError
}

type Limit<R extends RateLimitRow> = (R extends { isPerNode: true } ? MemoryLimit<R> : DatabaseLimit<R>) &
  (R extends { sentence: NonNullable<RateLimitRow['sentence']> } ? WithSentence<R> : unknown)

export type RateLimitTable<Rows extends Record<string, RateLimitRow>> = {
  readonly [Name in keyof Rows]: Limit<Rows[Name]>
}

type Dependencies = { rateLimiter: DatabaseRateLimiter; clock: Clock }

/** Turns a table of limits into functions that count toward each of them. */
export function createRateLimitTable<const Rows extends Record<string, RateLimitRow>>(
  rows: Rows,
  { rateLimiter, clock }: Dependencies,
): RateLimitTable<Rows> {
  const limits = Object.entries(rows).map(([name, row]) => {
    const limiter = row.isPerNode ? createMemoryRateLimiter({ clock, ...row }) : rateLimiter.define({ name, ...row })
    return [name, createLimit(row, limiter)]
  })
  return Object.fromEntries(limits)
}

type Limiter = ReturnType<typeof createMemoryRateLimiter> | ReturnType<DatabaseRateLimiter['define']>

function createLimit({ per, limit, sentence = '' }: RateLimitRow, limiter: Limiter) {
  const keyOf = (key: Record<string, string>) => per.map((part) => key[part]).join(' ')

  const error = (retryAfterSeconds: number, data?: object) =>
    new AppError('RATE_LIMITED', typeof sentence === 'string' ? sentence : sentence(retryAfterSeconds), {
      retryAfterSeconds,
      ...(data && { data }),
    })

  return {
    limit,
    error,
    take: (key: Record<string, string>, amount?: number) => limiter.take(keyOf(key), amount),
    retryAfterSeconds: (key: Record<string, string>) => limiter.retryAfterSeconds(keyOf(key)),
    async takeOrThrow(key: Record<string, string>, amount?: number) {
      const { retryAfterSeconds } = await limiter.take(keyOf(key), amount)
      if (retryAfterSeconds > 0) throw error(retryAfterSeconds)
    },
    ...('forget' in limiter && {
      giveBack: (key: Record<string, string>) => limiter.giveBack(keyOf(key)),
      forget: (key: Record<string, string>) => limiter.forget(keyOf(key)),
    }),
  }
}
