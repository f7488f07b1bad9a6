import { linkNotFound } from '#server/features/access/link-access.ts'
import { type Clock, minutes } from '#server/platform/clock.ts'
import { createRateLimiter } from '#server/platform/concurrency/rate-limiter.ts'
import { isGeneratedSlug } from '#server/platform/ids.ts'
import { AppError } from '#shared/errors.ts'

export function createSlugGuesses(clock: Clock) {
  const wrongSlugs = createRateLimiter({ clock, limit: 300, windowMs: minutes(15) })

  return {
    /**
     * Custom slugs can be guessed, so a network with too many misses can't open any custom slug for a while, even if
     * it exists. Generated slugs can't be guessed, so they still open.
     */
    isRefused: (slug: string, network: string) => !isGeneratedSlug(slug) && wrongSlugs.retryAfterSeconds(network) > 0,

    /** Counts a miss and returns its error. Over the limit, existing slugs get the same error as missing ones. */
    missed(network: string) {
      const retryAfterSeconds = wrongSlugs.take(network)
      if (retryAfterSeconds === 0) return linkNotFound()
      const sentence = "You've opened too many links that don't exist. Try again in a few minutes."
      return new AppError('RATE_LIMITED', sentence, { retryAfterSeconds })
    },
  }
}
