import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { OriginOf, ShareUrlOf } from '#server/features/domains/served-domains.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import { type Clock, days } from '#server/platform/clock.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { type EmailBrand, maxPictures } from '#server/platform/email/email-content.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import { newPicturesEmail } from './emails/new-pictures.ts'
import { openTo } from './follower-access.ts'
import type { FollowerRepository } from './followers.repository.ts'
import type { FollowerService } from './followers.service.ts'

type Dependencies = {
  repository: FollowerRepository
  followers: FollowerService
  links: LinkService
  mediaUrls: MediaUrlService
  brandOf: (userId: string) => Promise<EmailBrand | undefined>
  timeZoneOf: (userId: string) => Promise<string>
  emails: EmailService
  tasks: Tasks
  clock: Clock
  originOf: OriginOf
  shareUrlOf: ShareUrlOf
  planOf: (userId: string) => Promise<CatalogPlan>
}

type Digest = { followerId: string; since: string; until: string }

/** In UTC. An email in the morning covers a whole evening of uploads. */
const digestHour = 8

const batchSize = 100

export function createFollowerDigestService(dependencies: Dependencies) {
  const { repository, followers, links, mediaUrls, brandOf, timeZoneOf, emails, tasks, clock } = dependencies
  const { originOf, shareUrlOf, planOf } = dependencies

  const digestEmail = tasks.define<Digest>('follow-digest-mail', async ({ followerId, ...span }) => {
    const follower = await repository.find(followerId)
    // The gallery may have been closed to the follower since the task was queued.
    const opened = follower && openTo(follower, await links.find(follower.linkId), clock.now())
    if (!opened || opened.sees === 'own') return
    const { link, isPublic, sections } = opened
    const imageCount = await repository.countImages(link.id, span, sections)
    if (imageCount === 0) return
    const shown = isPublic ? await repository.listImages(link.id, span, maxPictures) : []
    const [origin, followUrl] = await Promise.all([originOf(link.userId), followers.urlOf(followerId, link)])
    const content = newPicturesEmail({
      title: link.title,
      ownerName: link.ownerName,
      imageCount,
      pictures: shown.map(({ id, title, fileName }) => ({
        url: origin + mediaUrls.card(id, link.mark),
        alt: title || fileName,
      })),
      since: span.since,
      timeZone: await timeZoneOf(link.userId),
      url: shareUrlOf(link, await planOf(link.userId), clock.now()),
      email: follower.email,
      leaveUrl: followUrl,
      brand: await brandOf(link.userId),
    })
    const leaveUrl = `${followUrl}/leave`
    await emails.send({ kind: 'new-pictures', to: follower.email, content, leaveUrl })
  })

  function lastDue() {
    const due = clock.now()
    due.setUTCHours(digestHour, 0, 0, 0)
    return due <= clock.now() ? due : new Date(due.getTime() - days(1))
  }

  async function queueDigest(follower: { id: string; linkId: string; since: string }, until: string) {
    const span = { since: follower.since, until }
    const hasNews = (await repository.countImages(follower.linkId, span)) > 0
    await repository.transaction(async (tx) => {
      if (!(await tx.updateAnnounced(follower.id, span)) || !hasNews) return
      await tx.insertTask(digestEmail({ followerId: follower.id, ...span }))
    })
  }

  return {
    /** Only queues the due emails, each as a separate task. */
    async sendDigests() {
      const until = lastDue().toISOString()
      for (let count = batchSize; count === batchSize; ) {
        const due = await repository.listDue(until, batchSize)
        for (const follower of due) await queueDigest(follower, until)
        count = due.length
      }
      tasks.nudge()
    },
  }
}
