import { isExpired, linkNotFound } from '#server/features/access/link-access.ts'
import type { EventService } from '#server/features/activity/events.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Caller } from '#server/viewer.ts'
import type { MoreTimeRequest } from '#shared/link-forms.ts'
import type { LinkService } from './links.service.ts'

type Dependencies = { links: LinkService; events: EventService; rateLimits: RateLimits; clock: Clock }

type GalleryRequest = { slug: string; caller: Caller; network: string }

export function createMoreTimeService({ links, events, rateLimits, clock }: Dependencies) {
  return {
    /** Returns the gallery if it isn't expired. Requests over the limit look the same but aren't recorded. */
    async ask({ slug, caller, network }: GalleryRequest, { name, message }: MoreTimeRequest) {
      const link = await links.findBySlug({ slug, caller, client: { network } })
      if (!isExpired(link, clock.now())) {
        const opened = await links.openBySlug({ slug: link.slug, caller, client: { network } })
        if ('movedTo' in opened) throw linkNotFound()
        return opened.gallery ? opened.gallery.shown : opened.shown
      }
      if ((await rateLimits.moreTimeRequests.take({ link: link.id, network })).retryAfterSeconds === 0) {
        await events.record({ kind: 'request', link, name, text: message })
      }
      return undefined
    },
  }
}
export type MoreTimeService = ReturnType<typeof createMoreTimeService>
