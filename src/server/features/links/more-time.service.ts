import { isExpired, linkNotFound } from '#server/features/access/link-access.ts'
import { type Clock, days } from '#server/platform/clock.ts'
import type { RateLimits } from '#server/platform/database/rate-limits.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { renderMail } from '#server/platform/mail/mail-page.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Caller } from '#server/viewer.ts'
import type { MoreTimeRequest } from '#shared/link-forms.ts'
import type { LinkRepository } from './links.repository.ts'
import type { LinkService } from './links.service.ts'

type Dependencies = {
  repository: LinkRepository
  links: LinkService
  mailer: Mailer
  tasks: Tasks
  rateLimits: RateLimits
  publicUrl: string
  clock: Clock
}

type Asking = { slug: string; caller: Caller; network: string }

/** Visitors of an expired link can ask its owner to open it again. */
export function createMoreTimeService(dependencies: Dependencies) {
  const { repository, links, mailer, tasks, rateLimits, publicUrl, clock } = dependencies
  const asked = rateLimits.define({ name: 'more-time', limit: 3, windowMs: days(1) })

  const moreTimeMail = tasks.define<MoreTimeRequest & { linkId: string }>(
    'more-time-mail',
    async ({ linkId, name, message }) => {
      const link = await repository.findWithOwner(linkId)
      if (!link) return
      const words = renderMail({
        heading: `${name} asks for more time`,
        parts: [`‘${link.title}’ has closed. Its pictures are safe.`, ...(message ? [{ quote: message }] : [])],
        button: { label: 'Choose a new date', url: `${publicUrl}/links/edit/${linkId}#expiry` },
        footer: 'You get this mail because somebody who has your link asked you. We do not know who they are.',
      })
      await mailer.send({ to: link.ownerEmail, subject: `More time for ‘${link.title}’?`, ...words })
    },
  )

  return {
    /** What the link shows where it is not expired. Whoever asks again and again is told the same, and nothing is sent. */
    async ask({ slug, caller, network }: Asking, request: MoreTimeRequest) {
      const link = await links.findBySlug({ slug, caller, network })
      if (!isExpired(link, clock.now())) {
        const opened = await links.openBySlug({ slug: link.slug, caller, network })
        if ('movedTo' in opened) throw linkNotFound()
        return opened.gallery ? opened.gallery.shown : opened.shown
      }
      if ((await asked.take(`${link.id} ${network}`)).retryAfterSeconds === 0) {
        await repository.insertTask(moreTimeMail({ linkId: link.id, ...request }))
        tasks.nudge()
      }
      return undefined
    },
  }
}
export type MoreTimeService = ReturnType<typeof createMoreTimeService>
