import type { AccessService } from '#server/features/access/access.service.ts'
import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { Base } from '#server/ports.ts'
import { createActivityRepository } from './activity.repository.ts'
import { createActivityService } from './activity.service.ts'
import { createEventService } from './events.service.ts'
import { createNotificationEmailService } from './notification-emails.service.ts'
import { createNotificationSettingsRepository } from './notification-settings.repository.ts'
import { createNotificationService } from './notifications.service.ts'
import { createSentChoices } from './sent-choices.ts'
import { createTeamEvents } from './team-events.service.ts'

type Dependencies = Base & {
  emails: EmailService
  access: AccessService
  mediaUrls: MediaUrlService
  images: ImageService
}

/** Separate, because accounts and access are below activity and need the account's time zone. */
export const composeNotifications = ({ db }: Pick<Base, 'db'>) =>
  createNotificationService({ settings: createNotificationSettingsRepository(db) })

/** Separate, because images are below activity. */
export const composeTeamEvents = ({ db, ports: { clock } }: Pick<Base, 'db' | 'ports'>) =>
  createTeamEvents({ activity: createActivityRepository(db), clock })

export function composeActivity({ config, db, ports, emails, access, mediaUrls, images }: Dependencies) {
  const { clock, tasks } = ports
  const { publicUrl } = config
  const repository = createActivityRepository(db)
  const settings = createNotificationSettingsRepository(db)
  const notificationEmails = createNotificationEmailService({
    activity: repository,
    settings,
    findSentChoices: createSentChoices({ activity: repository, mediaUrls, access, publicUrl, clock }),
    emails,
    tasks,
    publicUrl,
    clock,
  })
  const events = createEventService({ activity: repository, settings, emails: notificationEmails, clock })
  const activity = createActivityService({ activity: repository, events, images, tasks, clock })
  return { events, activity, notificationEmails }
}
