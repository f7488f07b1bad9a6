import type { LinkFacts } from './features/access/link-access.ts'
import type { MediaUrlService } from './features/access/media-urls.service.ts'
import { createActivityRepository } from './features/activity/activity.repository.ts'
import { createActivityService } from './features/activity/activity.service.ts'
import { createEventService } from './features/activity/events.service.ts'
import { createNotificationEmailService } from './features/activity/notification-emails.service.ts'
import { createNotificationSettingsRepository } from './features/activity/notification-settings.repository.ts'
import { createNotificationService } from './features/activity/notifications.service.ts'
import { createSentChoices } from './features/activity/sent-choices.ts'
import type { EmailService } from './features/emails/emails.service.ts'
import type { ImageService } from './features/images/images.service.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'

type Dependencies = {
  db: Database
  ports: Ports
  mediaUrls: MediaUrlService
  emails: EmailService
  findLink: (id: string) => Promise<LinkFacts | undefined>
  publicUrl: string
}

export function composeActivity({ db, ports, mediaUrls, emails, findLink, publicUrl }: Dependencies) {
  const { clock, tasks } = ports
  const repository = createActivityRepository(db)
  const settings = createNotificationSettingsRepository(db)
  const notificationEmails = createNotificationEmailService({
    activity: repository,
    settings,
    findSentChoices: createSentChoices({ activity: repository, mediaUrls, findLink, publicUrl, clock }),
    emails,
    tasks,
    publicUrl,
    clock,
  })
  const events = createEventService({ activity: repository, settings, emails: notificationEmails, clock })
  return {
    events,
    notificationEmails,
    notifications: createNotificationService({ settings }),
    /** `images` is a parameter because the image service is created after the event service. */
    showActivity: (images: ImageService) =>
      createActivityService({ activity: repository, events, images, tasks, clock }),
  }
}
