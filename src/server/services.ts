import { createBackgroundJobs } from './background-jobs.ts'
import { composeAccess } from './features/access/compose.ts'
import { composeAccounts, composeApiKeys, composeInstallation } from './features/accounts/compose.ts'
import { composeActivity, composeNotifications, composeTeamEvents } from './features/activity/compose.ts'
import { composeAdministration } from './features/administration/compose.ts'
import { composeAnalytics, composeCounterSubtraction, composeVisitCounter } from './features/analytics/compose.ts'
import { composeBackups } from './features/backups/compose.ts'
import { composeChoices } from './features/choices/compose.ts'
import { composeCollaborators } from './features/collaborators/compose.ts'
import { composeComments } from './features/comments/compose.ts'
import { composeContact } from './features/contact/compose.ts'
import { composeDomains } from './features/domains/compose.ts'
import { composeEmails } from './features/emails/compose.ts'
import { composeExports } from './features/exports/compose.ts'
import { composeFollowers } from './features/followers/compose.ts'
import { composeGuestUploads } from './features/guest-uploads/compose.ts'
import { composeFiles, composeImages } from './features/images/compose.ts'
import { composeLinks } from './features/links/compose.ts'
import { composeLiveWalls } from './features/live-walls/compose.ts'
import { composeMedia } from './features/media/compose.ts'
import { composeOidc } from './features/oidc/compose.ts'
import { composePages } from './features/pages/compose.ts'
import { composeRemovals } from './features/removals/compose.ts'
import { composeStudios } from './features/studios/compose.ts'
import { composeCancellations, composePayments, composeSubscriptions } from './features/subscriptions/compose.ts'
import { composeTrash } from './features/trash/compose.ts'
import { composeUploads } from './features/uploads/compose.ts'
import { composeWebhooks } from './features/webhooks/compose.ts'
import { reencryptSecrets } from './platform/crypto/reencryption.ts'
import { createPorts, type Dependencies } from './ports.ts'

export async function createServices(dependencies: Dependencies) {
  const { config, db, log, findDatabaseFault = () => undefined } = dependencies
  const ports = await createPorts(dependencies)
  const { supportEmail, payments, fileLimitMb, trashDays } = config

  // Each feature needs only services of the features above it.
  const { emails, emailOptOuts } = composeEmails({ config, db, ports, log })
  const base = { config, db, ports, log, emails }
  const installation = composeInstallation(base)
  const configOf = ({ registration, isEmailDeclined }: ReturnType<typeof installation.lastKnown>) => ({
    supportEmail,
    payments,
    registration,
    fileLimitMb,
    trashDays,
    email: emails.isDelivered,
    isEmailDeclined,
    ...(config.oidc && { oidc: { name: config.oidc.name } }),
    ...(config.passwordLogin !== 'on' && { passwordLogin: config.passwordLogin }),
  })
  const visits = composeVisitCounter(base)
  const notifications = composeNotifications(base)
  const { timeZoneOf, rememberTimeZone } = notifications
  const { flushCounts } = visits
  const files = composeFiles(base)
  const { onDeletionScheduled } = files
  const removals = composeRemovals({ ...base, subtraction: composeCounterSubtraction(base), onDeletionScheduled })
  const paymentProvider = composePayments(base)
  const cancellations = composeCancellations({ ...base, paymentProvider })
  const accountServices = composeAccounts({
    ...base,
    installation,
    removals,
    cancellationOf: cancellations.ofClosedAccount,
    rememberTimeZone,
  })
  const { accounts, sessions, confirmations, registrations, passwordResets } = accountServices
  const { emailChanges, secondFactors, passkeys, signInNotices } = accountServices
  const { oidc, removeExpiredFlows } = composeOidc({ ...base, ...accountServices, installation, rememberTimeZone })
  const { subscriptions, paymentEvents, sandboxCheckouts } = composeSubscriptions({
    ...base,
    paymentProvider,
    cancellations,
    accounts,
  })
  const { domains, servedDomains, shareUrlOf, originOf } = composeDomains({ ...base, subscriptions })
  const studios = composeStudios({ ...base, subscriptions, originOf })
  const { passes, access, guests, invitations, invitationEmails, mediaUrls } = composeAccess({
    ...base,
    registration: installation.registration,
    flushCounts,
    timeZoneOf,
    brandOf: studios.findEmailBrand,
    originOf,
  })
  const { apiKeys, viewers } = composeApiKeys({ ...base, sessions, signInNotices, planOf: subscriptions.planOf })
  const { webhooks, webhookSender, webhookSecrets } = composeWebhooks({ ...base, sessions, subscriptions })
  const recordAct = composeTeamEvents(base)
  const common = { ...base, access, mediaUrls, subscriptions, originOf, shareUrlOf, recordAct }
  const { images, markedImages, uploads, sections } = composeImages({ ...common, onDeletionScheduled })
  const collaborators = composeCollaborators(common)
  const { events, activity, notificationEmails } = composeActivity({ ...common, images })
  const { links, moreTime, unlocking } = composeLinks({
    ...common,
    studios,
    passes,
    images,
    markedImages,
    events,
    removals,
    flushCounts,
  })
  const trash = composeTrash({ ...common, removals })
  const followers = composeFollowers({ ...common, links, timeZoneOf, brandOf: studios.findEmailBrand })
  const analytics = composeAnalytics({ ...common, images, flushCounts: visits.flushAllCounts })
  const { choices, receivedChoices } = composeChoices({ ...common, links, images, guests, events })
  const comments = composeComments({ ...common, images, guests, events })
  const { guestUploads, uploadQueue } = composeGuestUploads({ ...common, guests, links, images, uploads, events })
  const { resumableUploads, uploadFinisher } = composeUploads({
    ...common,
    collaborators,
    images,
    uploads,
    guestUploads,
    onDeletionScheduled,
  })
  const liveWalls = composeLiveWalls({ ...common, links, images })
  const { media, downloads } = composeMedia({
    ...common,
    links,
    images,
    markedImages,
    viewers,
    passes,
    invitations,
    liveWalls,
    receivedChoices,
  })
  const { exports, imports } = composeExports({ ...common, studios, links, media })
  const pages = composePages({
    ...common,
    studios,
    publicConfig: () => configOf(installation.lastKnown()),
    images,
    links,
    unlocking,
    guestUploads,
    liveWalls,
    comments,
  })
  const contact = composeContact(common)
  const backups = composeBackups({ ...base, accounts })
  const administrating = composeAdministration({
    ...common,
    accounts,
    installation,
    registrations,
    passwordResets,
    secondFactors,
    sessions,
    links,
    backupStatus: backups.backupStatus,
  })

  const stores = [accountServices.secondFactorSecrets, webhookSecrets]
  const reencrypt = (isStopping?: () => boolean) =>
    reencryptSecrets({ encryption: ports.encryption, stores, log }, isStopping)
  const jobs = createBackgroundJobs({
    housekeeping: [
      sessions.removeExpired,
      passwordResets.removeExpired,
      emailChanges.removeExpired,
      secondFactors.removeUnconfirmed,
      passkeys.removeExpiredChallenges,
      removeExpiredFlows,
      visits.forget,
      subscriptions.removeOld,
      contact.removeOld,
      passes.removeUnused,
      exports.removeExpired,
      ports.rateLimiter.removeExpired,
      activity.removeOld,
      administrating.administration.removeOld,
      markedImages.sweep,
    ],
    sweepTrash: trash.sweep,
    checkDomains: domains.checkDue,
    noteExpired: links.markExpired,
    noteClosing: activity.noteClosing,
    checkBackups: backups.backupAlerts.check,
    settleRenewals: subscriptions.settleOverdue,
    reencrypt,
    confirmAll: config.confirmEmail ? undefined : confirmations.confirmAll,
    sharedJobs: ports.sharedJobs,
    log,
  })

  return {
    // Pages load this even while the database is down.
    publicConfig: async () => configOf(await installation.read().catch(installation.lastKnown)),
    ...accountServices,
    oidc,
    apiKeys,
    viewers,
    webhooks,
    sendWebhooks: webhookSender.sendDue,
    reencrypt,
    removeExpiredFlows,
    passes,
    unlocking,
    invitations,
    invitationEmails,
    links,
    moreTime,
    trash,
    followers,
    emailOptOuts,
    images,
    sweepWatermarks: markedImages.sweep,
    sections,
    uploads,
    resumableUploads,
    runUploadJob: uploadFinisher.run,
    guestUploads,
    uploadQueue,
    liveWalls,
    studios,
    domains,
    servedDomains,
    collaborators,
    media,
    downloads,
    exports,
    imports,
    pages,
    invalidation: ports.invalidation,
    clock: ports.clock,
    expensiveWork: ports.expensiveWork,
    countVisit: visits.countVisit,
    countView: visits.countView,
    countDownload: visits.countDownload,
    countsWaiting: visits.waitingCount,
    writeCounts: visits.flush,
    analytics,
    activity,
    notifications,
    notificationEmails,
    comments,
    choices,
    receivedChoices,
    contact,
    ...backups,
    ...administrating,
    subscriptions,
    paymentEvents,
    sandboxCheckouts,
    checkDatabase: ports.checkDatabase,
    findDatabaseFault,
    checkStorage: () => ports.storage.check(),
    hasDiskSpace: ports.hasDiskSpace,
    runDueTasks: ports.tasks.runDue,

    start() {
      ports.start()
      for (const work of [files, uploadFinisher, visits, jobs, followers, administrating.updates, webhookSender]) {
        work.start()
      }
    },

    async close() {
      await Promise.all([
        ports.stopWork(),
        jobs.stop(),
        files.stop(),
        uploadFinisher.stop(),
        administrating.updates.stop(),
        webhookSender.stop(),
      ])
      await Promise.all([visits.stop(), followers.stop()])
      await ports.close()
    },
  }
}
export type Services = Awaited<ReturnType<typeof createServices>>
