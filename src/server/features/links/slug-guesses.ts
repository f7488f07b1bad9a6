import { linkNotFound } from '#server/features/access/link-access.ts'
import { isGeneratedSlug } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'

/** Most galleries open without the network, and computing it takes a while, so requests have a getter for it. */
export type WithNetwork = { readonly network: string }

export function createSlugGuesses({ wrongSlugs }: RateLimits) {
  return {
    /**
     * Custom slugs can be guessed, so a network with too many misses can't open any custom slug for a while, even if
     * it exists. Generated slugs can't be guessed, so they still open.
     */
    isRefused: (slug: string, client: WithNetwork) =>
      !isGeneratedSlug(slug) && wrongSlugs.retryAfterSeconds({ network: client.network }) > 0,

    /** Counts a miss and returns its error. Over the limit, existing slugs get the same error as missing ones. */
    missed({ network }: WithNetwork) {
      const { retryAfterSeconds } = wrongSlugs.take({ network })
      return retryAfterSeconds === 0 ? linkNotFound() : wrongSlugs.error(retryAfterSeconds)
    },
  }
}
