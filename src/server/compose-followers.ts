import type { MediaUrlService } from './features/access/media-urls.service.ts'
import type { EmailService } from './features/emails/emails.service.ts'
import { createFollowerDigestService } from './features/followers/follower-digests.service.ts'
import { createFollowerRepository } from './features/followers/followers.repository.ts'
import { createFollowerService } from './features/followers/followers.service.ts'
import type { LinkService } from './features/links/links.service.ts'
import { minutes } from './platform/clock.ts'
import { createJob, type Log } from './platform/concurrency/job.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'

type Dependencies = {
  db: Database
  ports: Ports
  links: LinkService
  mediaUrls: MediaUrlService
  emails: EmailService
  publicUrl: string
  log: Log
}

export function composeFollowers({ db, ports, links, mediaUrls, emails, publicUrl, log }: Dependencies) {
  const { clock, tasks, rateLimits, sharedJobs, signer } = ports
  const repository = createFollowerRepository(db)
  const common = { repository, links, mediaUrls, emails, tasks, clock, publicUrl }
  const followers = createFollowerService({ ...common, signer, rateLimits })
  const { sendDigests } = createFollowerDigestService({ ...common, followers })
  const everyMs = minutes(10)
  const run = sharedJobs.once('followers', everyMs, () => Promise.all([sendDigests(), followers.removeUnconfirmed()]))
  const job = createJob({ name: 'followers', everyMs, run, log })
  return { ...followers, sendDigests, ...job }
}
