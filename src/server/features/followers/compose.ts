import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { OriginOf, ShareUrlOf } from '#server/features/domains/served-domains.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import { minutes } from '#server/platform/clock.ts'
import { createJob } from '#server/platform/concurrency/job.ts'
import type { EmailBrand } from '#server/platform/email/email-content.ts'
import type { Base } from '#server/ports.ts'
import { createFollowerDigestService } from './follower-digests.service.ts'
import { createFollowerRepository } from './followers.repository.ts'
import { createFollowerService } from './followers.service.ts'

type Dependencies = Base & {
  links: LinkService
  mediaUrls: MediaUrlService
  emails: EmailService
  timeZoneOf: (userId: string) => Promise<string>
  brandOf: (userId: string) => Promise<EmailBrand | undefined>
  originOf: OriginOf
  shareUrlOf: ShareUrlOf
  subscriptions: SubscriptionService
}

export function composeFollowers(dependencies: Dependencies) {
  const { db, ports, log, links, mediaUrls, emails, timeZoneOf, brandOf, originOf, shareUrlOf } = dependencies
  const { clock, tasks, rateLimits, sharedJobs, signer } = ports
  const repository = createFollowerRepository(db)
  const common = { repository, links, mediaUrls, brandOf, emails, tasks, clock, originOf }
  const followers = createFollowerService({ ...common, signer, rateLimits })
  const { sendDigests } = createFollowerDigestService({
    ...common,
    followers,
    timeZoneOf,
    shareUrlOf,
    planOf: dependencies.subscriptions.planOf,
  })
  const everyMs = minutes(10)
  const run = sharedJobs.once('followers', everyMs, () => Promise.all([sendDigests(), followers.removeUnconfirmed()]))
  const job = createJob({ name: 'followers', everyMs, run, log })
  return { ...followers, sendDigests, ...job }
}
