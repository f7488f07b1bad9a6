import type { LinkFacts } from './features/access/link-access.ts'
import type { MediaAddressService } from './features/access/media-addresses.service.ts'
import { createActivityRepository } from './features/activity/activity.repository.ts'
import { createActivityService } from './features/activity/activity.service.ts'
import { createEventService } from './features/activity/events.service.ts'
import { createNotificationMailService } from './features/activity/notification-mails.service.ts'
import { createNotificationSettingsRepository } from './features/activity/notification-settings.repository.ts'
import { createNotificationService } from './features/activity/notifications.service.ts'
import { createSentChoices } from './features/activity/sent-choices.ts'
import type { EmailService } from './features/emails/emails.service.ts'
import type { ImageService } from './features/images/images.service.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'

type Surroundings = {
  db: Database
  ports: Ports
  addresses: MediaAddressService
  emails: EmailService
  findLink: (id: string) => Promise<LinkFacts | undefined>
  publicUrl: string
}

/** What owners are told of what happens on their links: on the activity page and by mail. */
export function composeActivity({ db, ports, addresses, emails, findLink, publicUrl }: Surroundings) {
  const { clock, tasks } = ports
  const repository = createActivityRepository(db)
  const settings = createNotificationSettingsRepository(db)
  const notificationMails = createNotificationMailService({
    activity: repository,
    settings,
    findSentChoices: createSentChoices({ activity: repository, addresses, findLink, publicUrl, clock }),
    emails,
    tasks,
    publicUrl,
    clock,
  })
  const events = createEventService({ activity: repository, settings, mails: notificationMails, clock })
  return {
    events,
    notificationMails,
    notifications: createNotificationService({ settings }),
    /** Shown with images, which come later: they tell of nothing, but many that do need them. */
    showActivity: (images: ImageService) =>
      createActivityService({ activity: repository, events, images, tasks, clock }),
  }
}
