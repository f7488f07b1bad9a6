import { linkNotFound } from '#server/features/access/link-access.ts'
import { type Clock, minutes } from '#server/platform/clock.ts'
import { createRateLimiter } from '#server/platform/concurrency/rate-limiter.ts'
import { isGeneratedSlug } from '#server/platform/ids.ts'
import { AppError } from '#shared/errors.ts'

/** Slows down whoever tries slugs at random. */
export function createSlugGuesses(clock: Clock) {
  const wrongSlugs = createRateLimiter({ clock, limit: 300, windowMs: minutes(15) })

  return {
    /**
     * Slugs that people choose can be guessed, so whoever has guessed too often opens none of them for a while, right or
     * wrong. Those made by us cannot: they stay open to everybody else behind the same address.
     */
    isRefused: (slug: string, client: { readonly network: string }) =>
      !isGeneratedSlug(slug) && wrongSlugs.retryAfterSeconds(client.network) > 0,

    /** What is said to a slug that opens nothing: beyond the limit the same to one that exists. */
    missed(network: string) {
      const retryAfterSeconds = wrongSlugs.take(network)
      if (retryAfterSeconds === 0) return linkNotFound()
      const sentence = 'Too many links that do not exist. Try again in a few minutes.'
      return new AppError('RATE_LIMITED', sentence, { retryAfterSeconds })
    },
  }
}
