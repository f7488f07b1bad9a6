import { createBackgroundJobs } from './background-jobs.ts'
import { composeAccess } from './compose-access.ts'
import { composeAccounts } from './compose-accounts.ts'
import { composeActivity } from './compose-activity.ts'
import { composeAdministration } from './compose-administration.ts'
import { composeChoices } from './compose-choices.ts'
import { composeEmails } from './compose-emails.ts'
import { composeFiles } from './compose-files.ts'
import { composeFollowers } from './compose-followers.ts'
import { composeMedia } from './compose-media.ts'
import { composeRemovals } from './compose-removals.ts'
import { composeSubscriptions } from './compose-subscriptions.ts'
import { createMediaUrlService } from './features/access/media-urls.service.ts'
import { createAnalyticsRepository } from './features/analytics/analytics.repository.ts'
import { createAnalyticsService } from './features/analytics/analytics.service.ts'
import { createVisitCounterRepository } from './features/analytics/visit-counter.repository.ts'
import { createVisitCounter } from './features/analytics/visit-counter.service.ts'
import { createCommentRepository } from './features/comments/comments.repository.ts'
import { createCommentService } from './features/comments/comments.service.ts'
import { createContactRepository } from './features/contact/contact.repository.ts'
import { createContactService } from './features/contact/contact.service.ts'
import { createImageRepository } from './features/images/images.repository.ts'
import { createImageService } from './features/images/images.service.ts'
import { createUploadService } from './features/images/uploads.service.ts'
import { createLinkRepository } from './features/links/links.repository.ts'
import { createLinkService } from './features/links/links.service.ts'
import { createMoreTimeService } from './features/links/more-time.service.ts'
import { createPageService } from './features/pages/pages.service.ts'
import { createCancellationService } from './features/subscriptions/cancellations.service.ts'
import { createSubscriptionRepository } from './features/subscriptions/subscriptions.repository.ts'
import { createDatabaseCheck } from './platform/database/database.ts'
import { createDiskSpace } from './platform/storage/disk-space.ts'
import { createPorts, type Dependencies } from './ports.ts'

export async function createServices(dependencies: Dependencies) {
  const { config, db, log, findDatabaseFault = () => undefined } = dependencies
  const ports = await createPorts(dependencies)
  const { clock, storage, tasks, rateLimits, sharedJobs, passwords, signer } = ports
  const { invalidation, pictures, payments } = ports
  const { payments: provider, publicUrl } = config
  const checkDatabase = createDatabaseCheck(db, findDatabaseFault)
  const { supportEmail, registration, confirmEmail, fileLimitMb } = config
  const email = ports.mailer.isDelivered
  const publicConfig = { supportEmail, payments: provider, registration, fileLimitMb, email }
  const { emails, emailOptOuts } = composeEmails({ db, ports, publicUrl, log })
  const base = { db, ports, emails, publicUrl, log }
  const subscriptionRepository = createSubscriptionRepository(db, provider)
  const cancellations = createCancellationService({ subscriptions: subscriptionRepository, payments, provider, tasks })

  const files = composeFiles({ config, db, ports, log })
  const { onDeletionScheduled } = files
  const removals = composeRemovals({ db, ports, onDeletionScheduled })
  const { accounts, sessions, confirmations, registrations, passwordResets } = composeAccounts({
    ...base,
    config,
    cancellations,
    removals,
    onVisibilityChanged: (userId) => links.invalidateOf(userId),
    onRemoved: (linkIds) => {
      invalidation.invalidateEach(linkIds)
      cancellations.nudge()
    },
  })
  const { subscriptions, paymentEvents, sandboxCheckouts } = composeSubscriptions({
    config,
    ports,
    subscriptionRepository,
    cancellations,
    accounts,
    onPlanChanged: (userId) => links.invalidateOf(userId),
  })
  const { planOf, plansOf } = subscriptions
  const mediaUrls = createMediaUrlService({ signer, clock })
  const { events, notificationEmails, notifications, showActivity } = composeActivity({
    ...base,
    mediaUrls,
    findLink: (id) => links.find(id),
  })
  const visits = createVisitCounter({
    visits: createVisitCounterRepository(db),
    publicUrl,
    toActivityEvent: (opened) => events.prepareUnmailed({ kind: 'opened', ...opened }),
    clock,
    log,
  })
  const { passes, access, guests, unlocking, invitations, invitationEmails } = composeAccess({
    ...base,
    events,
    registration,
    flushCounts: visits.flushCounts,
  })
  const imageRepository = createImageRepository(db)
  const images = createImageService({ ...ports, images: imageRepository, access, mediaUrls, onDeletionScheduled })
  // Uploads always arrive in the data folder, even if images are stored elsewhere.
  const { hasSpace: hasDiskSpace } = createDiskSpace({ dir: config.dataDir, reserveMb: config.diskReserveMb, clock })
  const uploads = createUploadService({
    images: imageRepository,
    pictures,
    storage,
    planOf,
    hasDiskSpace,
    invalidation,
    clock,
    onDeletionScheduled,
  })
  const activity = showActivity(images)
  const links = createLinkService({
    links: createLinkRepository(db),
    images,
    access,
    passwords,
    planOf,
    plansOf,
    removals,
    invalidation,
    clock,
    flushCounts: visits.flushCounts,
  })
  const moreTime = createMoreTimeService({ links, events, rateLimits, clock })
  const common = { ...base, links, images, mediaUrls }
  const followers = composeFollowers(common)
  const analytics = createAnalyticsService({
    analytics: createAnalyticsRepository(db, ports.replica),
    images,
    planOf,
    clock,
    flushCounts: visits.flushCounts,
  })
  const { choices, receivedChoices } = composeChoices({ ...common, guests, events })
  const mediaAccess = { sessions, passes, invitations }
  const { media, downloads, exports, imports } = composeMedia({
    ...common,
    ...mediaAccess,
    receivedChoices,
    hasDiskSpace,
  })
  const comments = createCommentService({ ...ports, comments: createCommentRepository(db), images, guests, events })
  const pages = createPageService({
    links,
    images,
    comments,
    access,
    unlocking,
    mediaUrls,
    planOf,
    config: publicConfig,
    publicUrl,
    invalidation,
    clock,
  })
  const messages = createContactRepository(db)
  const contact = createContactService({ ...ports, messages, emails, planOf, supportEmail })
  const administrating = composeAdministration({
    ...base,
    config,
    accounts,
    registrations,
    passwordResets,
    subscriptions,
    links,
    checkDatabase,
    hasDiskSpace,
  })

  const jobs = createBackgroundJobs({
    housekeeping: [
      sessions.removeExpired,
      passwordResets.removeExpired,
      visits.forget,
      subscriptions.removeOld,
      contact.removeOld,
      passes.removeUnused,
      exports.removeExpired,
      rateLimits.removeExpired,
      activity.removeOld,
      administrating.administration.removeOld,
    ],
    noteExpired: links.markExpired,
    noteClosing: activity.noteClosing,
    checkBackups: administrating.backupAlerts.check,
    settleRenewals: subscriptions.settleOverdue,
    confirmAll: confirmEmail ? undefined : confirmations.confirmAll,
    sharedJobs,
    log,
  })

  return {
    publicConfig,
    accounts,
    registrations,
    confirmations,
    sessions,
    passwordResets,
    passes,
    unlocking,
    invitations,
    invitationEmails,
    links,
    moreTime,
    followers,
    emailOptOuts,
    images,
    uploads,
    media,
    downloads,
    exports,
    imports,
    pages,
    invalidation,
    clock,
    expensiveWork: ports.expensiveWork,
    countVisit: visits.countVisit,
    countView: visits.countView,
    countDownload: visits.countDownload,
    countsWaiting: visits.waitingCount,
    analytics,
    activity,
    notifications,
    notificationEmails,
    comments,
    choices,
    receivedChoices,
    contact,
    ...administrating,
    subscriptions,
    paymentEvents,
    sandboxCheckouts,
    checkDatabase,
    findDatabaseFault,
    checkStorage: () => storage.check(),
    hasDiskSpace,
    runDueTasks: tasks.runDue,

    start() {
      ports.start()
      for (const work of [files, visits, jobs, followers, administrating.updates]) work.start()
    },

    async close() {
      await Promise.all([ports.stopWork(), jobs.stop(), files.stop(), administrating.updates.stop()])
      await Promise.all([visits.stop(), followers.stop()])
      await ports.close()
    },
  }
}
export type Services = Awaited<ReturnType<typeof createServices>>
