import { linkNotFound } from '#server/features/access/link-access.ts'
import { isGeneratedSlug } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'

export function createSlugGuesses({ wrongSlugs }: RateLimits) {
  return {
    /**
     * Custom slugs can be guessed, so a network with too many misses can't open any custom slug for a while, even if
     * it exists. Generated slugs can't be guessed, so they still open.
     */
    isRefused: (slug: string, client: { readonly network: string }) =>
      !isGeneratedSlug(slug) && wrongSlugs.retryAfterSeconds(client) > 0,

    /** Counts a miss and returns its error. Over the limit, existing slugs get the same error as missing ones. */
    missed(network: string) {
      const { retryAfterSeconds } = wrongSlugs.take({ network })
      return retryAfterSeconds === 0 ? linkNotFound() : wrongSlugs.error(retryAfterSeconds)
    },
  }
}
