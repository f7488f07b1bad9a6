import { join } from 'node:path'
import type { Config } from './config.ts'
import { createAccountRepository } from './features/accounts/accounts.repository.ts'
import { createAccountService } from './features/accounts/accounts.service.ts'
import { createPasswordResetService } from './features/accounts/password-resets.service.ts'
import { createSessionRepository } from './features/accounts/sessions.repository.ts'
import { createSessionService } from './features/accounts/sessions.service.ts'
import { createCommentRepository } from './features/comments/comments.repository.ts'
import { createCommentService } from './features/comments/comments.service.ts'
import { createContactRepository } from './features/contact/contact.repository.ts'
import { createContactService } from './features/contact/contact.service.ts'
import { createImageRepository } from './features/images/images.repository.ts'
import { createImageService } from './features/images/images.service.ts'
import { createUploadService } from './features/images/uploads.service.ts'
import { createLinkRepository } from './features/links/links.repository.ts'
import { createLinkService } from './features/links/links.service.ts'
import { createDoomedObjectRepository } from './features/media/doomed-objects.repository.ts'
import { createDoomedObjectService } from './features/media/doomed-objects.service.ts'
import { createDownloadService } from './features/media/downloads.service.ts'
import { createMediaService } from './features/media/media.service.ts'
import { createMediaAddressService } from './features/media/media-addresses.service.ts'
import { createPageService } from './features/pages/pages.service.ts'
import { createCancellationService } from './features/subscriptions/cancellations.service.ts'
import { createPaymentEventService } from './features/subscriptions/payment-events.service.ts'
import { createSettlementService } from './features/subscriptions/settlements.service.ts'
import { createSubscriptionRepository } from './features/subscriptions/subscriptions.repository.ts'
import { createSubscriptionService } from './features/subscriptions/subscriptions.service.ts'
import { createTestCheckoutService } from './features/subscriptions/test-checkouts.service.ts'
import { createTestPaymentRepository } from './features/subscriptions/test-payments.repository.ts'
import { createTestPayments } from './features/subscriptions/test-payments.service.ts'
import { createAnalyticsRepository } from './features/visits/analytics.repository.ts'
import { createAnalyticsService } from './features/visits/analytics.service.ts'
import { createVisitRepository } from './features/visits/visits.repository.ts'
import { createVisitService } from './features/visits/visits.service.ts'
import { ensureAppSecret } from './platform/app-secret.ts'
import { createChanges } from './platform/changes.ts'
import { type Clock, hours, systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { createNotifications } from './platform/database/notifications.ts'
import { pingDatabase } from './platform/database/ping.ts'
import { createTasks } from './platform/database/tasks.ts'
import { createJob, type Log } from './platform/job.ts'
import { createMailer } from './platform/mail/create-mailer.ts'
import { createPasswords } from './platform/passwords.ts'
import { createStripePayments } from './platform/payments/stripe.ts'
import { createPictures } from './platform/pictures/pictures.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import type { Storage } from './platform/storage/storage.ts'
import { createSigner } from './platform/tokens.ts'

type Surroundings = { config: Config; db: Database; log: Log; clock?: Clock; storage?: Storage }

/** Everything the product is made of, put together by hand, once. */
export async function createServices({ config, db, log, clock = systemClock, storage: given }: Surroundings) {
  const storage = given ?? (await createStorage(config.storage))
  const mailer = await createMailer(
    config.smtpUrl
      ? { kind: 'smtp', url: config.smtpUrl, from: config.mailFrom }
      : {
          kind: 'outbox',
          dir: join(config.dataDir, 'outbox'),
          from: config.mailFrom,
          log: (mail) => log.info(mail, 'mail written to the outbox'),
        },
  )
  const tasks = createTasks({ db, clock, log })
  const passwords = createPasswords()
  const signer = createSigner(config.appSecrets ?? ensureAppSecret(config.dataDir))
  const changes = createChanges()
  const notifications =
    config.database.kind === 'postgres'
      ? createNotifications({ url: config.database.url, onHeard: changes.hear, log })
      : undefined
  if (notifications) changes.sayWith(notifications.send)
  const pictures = createPictures()

  const { payments: provider, stripe, publicUrl, defaultPlan } = config
  const subscriptionRepository = createSubscriptionRepository(db, provider)
  const testPayments = createTestPaymentRepository(db)
  const payments = stripe
    ? createStripePayments({ ...stripe, publicUrl, clock })
    : provider === 'test'
      ? createTestPayments({ testPayments, publicUrl, clock })
      : undefined
  const cancellations = createCancellationService({ subscriptions: subscriptionRepository, payments, provider, tasks })

  const accountRepository = createAccountRepository(db)
  const sessions = createSessionService({ sessions: createSessionRepository(db), clock })
  const doomedObjects = createDoomedObjectService({
    doomed: createDoomedObjectRepository(db),
    storage,
    clock,
    log,
    isAlone: config.database.kind === 'sqlite',
  })
  const onDoomed = doomedObjects.nudge
  const accounts = createAccountService({
    accounts: accountRepository,
    sessions,
    passwords,
    cancellationOf: cancellations.ofClosedAccount,
    clock,
    onRemoved: () => {
      changes.everything()
      onDoomed()
      cancellations.nudge()
    },
  })
  const passwordResets = createPasswordResetService({
    accounts: accountRepository,
    passwords,
    mailer,
    tasks,
    clock,
    publicUrl,
  })
  const settlements =
    payments &&
    createSettlementService({
      subscriptions: subscriptionRepository,
      payments,
      cancellations,
      clock,
      onChange: changes.everything,
    })
  const shop = payments && settlements && { payments, settlements }
  const subscriptions = createSubscriptionService({
    subscriptions: subscriptionRepository,
    accounts,
    shop,
    defaultPlan,
    clock,
  })
  const { planOf } = subscriptions
  const paymentEvents = createPaymentEventService({ subscriptions: subscriptionRepository, shop })
  const testCheckouts =
    provider === 'test' && settlements ? createTestCheckoutService({ testPayments, settlements, clock }) : undefined
  const visits = createVisitService({ visits: createVisitRepository(db), publicUrl, clock, log })
  const addresses = createMediaAddressService({ signer, clock })
  const imageRepository = createImageRepository(db)
  const images = createImageService({ images: imageRepository, addresses, changes, clock, onDoomed })
  const uploads = createUploadService({ images: imageRepository, pictures, storage, planOf, changes, clock, onDoomed })
  const links = createLinkService({
    links: createLinkRepository(db),
    images,
    planOf,
    changes,
    clock,
    onDoomed,
    settleCounts: visits.settle,
  })
  const analytics = createAnalyticsService({
    analytics: createAnalyticsRepository(db),
    images,
    planOf,
    clock,
    settleCounts: visits.settle,
  })
  const media = createMediaService({ images, sessions, addresses, storage, changes, clock })
  const downloads = createDownloadService({
    links,
    images,
    media,
    addresses,
    findViewerById: sessions.findViewerById,
    storage,
  })
  const comments = createCommentService({ comments: createCommentRepository(db), images, clock })
  const pages = createPageService({
    links,
    images,
    comments,
    addresses,
    planOf,
    config: { supportEmail: config.supportEmail, payments: config.payments },
    publicUrl,
    clock,
  })
  const contact = createContactService({
    messages: createContactRepository(db),
    mailer,
    tasks,
    planOf,
    clock,
    supportEmail: config.supportEmail,
  })

  const housekeeping = createJob({
    name: 'housekeeping',
    everyMs: hours(1),
    run: () =>
      Promise.all([
        sessions.removeExpired(),
        passwordResets.removeExpired(),
        visits.forget(),
        subscriptions.removeOld(),
      ]),
    log,
  })
  const renewals = createJob({ name: 'renewals', everyMs: hours(1), run: subscriptions.settleOverdue, log })

  return {
    accounts,
    sessions,
    passwordResets,
    links,
    images,
    uploads,
    media,
    downloads,
    pages,
    changes,
    countVisit: visits.countVisit,
    countView: visits.countView,
    countDownload: visits.countDownload,
    analytics,
    comments,
    contact,
    subscriptions,
    paymentEvents,
    /** undefined unless plans are sold by the built-in test checkout. */
    testCheckouts,
    checkDatabase: () => pingDatabase(db),
    checkStorage: () => storage.check(),

    /** Begins the work that happens beside the requests. */
    start() {
      notifications?.start()
      tasks.start()
      doomedObjects.start()
      visits.start()
      housekeeping.start()
      renewals.start()
    },

    async close() {
      await Promise.all([tasks.stop(), housekeeping.stop(), renewals.stop(), doomedObjects.stop()])
      await Promise.all([visits.stop(), pictures.close(), notifications?.stop()])
      await Promise.all([mailer.close(), storage.close()])
    },
  }
}
export type Services = Awaited<ReturnType<typeof createServices>>
