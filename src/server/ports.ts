// Projects that refer to this one, such as the tests, know the features' tables only through this import.
import './database-schema.ts'
import { join } from 'node:path'
import { secretsOf } from './config/secrets.ts'
import type { Config } from './config.ts'
import { createLinkRepository } from './features/links/links.repository.ts'
import { createInvalidation } from './platform/cache/invalidation.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { createExpensiveWork } from './platform/concurrency/expensive-work.ts'
import type { Log } from './platform/concurrency/job.ts'
import { ensureAppSecret } from './platform/crypto/app-secret.ts'
import { createEncryption } from './platform/crypto/encryption.ts'
import { createPasswords, type Passwords } from './platform/crypto/passwords.ts'
import { createSigner } from './platform/crypto/tokens.ts'
import { createDatabaseCheck, type Database, openReplicaOf } from './platform/database/database.ts'
import { createDatabaseClock, readPostgresTime } from './platform/database/database-clock.ts'
import { createNotifications } from './platform/database/notifications.ts'
import { directUrlOf } from './platform/database/postgres.ts'
import { createRateLimitTable } from './platform/database/rate-limit-table.ts'
import { createDatabaseRateLimiter } from './platform/database/rate-limiter.ts'
import { createSharedJobs } from './platform/database/shared-jobs.ts'
import { createTasks } from './platform/database/tasks.ts'
import { createMailer } from './platform/email/mailer.ts'
import { monitorMailer } from './platform/email/monitored-mailer.ts'
import { createImageProcessor, type ImageProcessor } from './platform/images/image-processor.ts'
import { measuredImageProcessor, measuredStorage } from './platform/metrics/measured.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { createErrorRedactor } from './platform/redact.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import { createDiskSpace } from './platform/storage/disk-space.ts'
import type { Storage } from './platform/storage/storage.ts'
import { watchPortMetrics } from './port-metrics.ts'
import { rateLimitRows } from './rate-limits.ts'

export type Dependencies = {
  config: Config
  db: Database
  log: Log
  clock?: Clock
  storage?: Storage
  imageProcessor?: ImageProcessor
  passwords?: Passwords
  metrics?: Metrics | undefined
  findDatabaseFault?: (() => string | undefined) | undefined
}

export async function createPorts({ config, db, log, metrics, ...given }: Dependencies) {
  const databaseClock =
    config.database.kind === 'postgres' && !given.clock
      ? createDatabaseClock({ readTime: () => readPostgresTime(db), log })
      : undefined
  await databaseClock?.sync()
  const clock = given.clock ?? databaseClock?.clock ?? systemClock
  const plainStorage = given.storage ?? (await createStorage(config.storage))
  const storage = metrics ? measuredStorage(plainStorage, metrics) : plainStorage
  const redactError = createErrorRedactor(secretsOf(config))
  const plainMailer = createMailer(
    config.smtpUrl
      ? { kind: 'smtp', url: config.smtpUrl, from: config.mailFrom }
      : {
          kind: 'outbox',
          dir: join(config.dataDir, 'outbox'),
          from: config.mailFrom,
          log: (mail) => log.info(mail, 'email written to the outbox'),
        },
  )
  const mailer = monitorMailer(plainMailer, { redactError, onEmail: metrics?.onEmail })
  const replica = openReplicaOf(config.database, {
    onStatement: metrics?.onStatement,
    onUnreachable: (err) => log.warn({ err }, "can't reach the replica, falling back to the primary"),
  })
  const tasks = createTasks({ db, clock, log, redactError })
  const invalidation = createInvalidation(clock, createLinkRepository(db).listIds)
  const notifications =
    config.database.kind === 'postgres'
      ? createNotifications({ url: directUrlOf(config.database), onHeard: invalidation.receive, log })
      : undefined
  if (notifications) invalidation.publishWith(notifications.send)
  const plainImageProcessor = given.imageProcessor ?? createImageProcessor({ log })
  const imageProcessor = metrics ? measuredImageProcessor(plainImageProcessor, metrics) : plainImageProcessor
  const passwords = given.passwords ?? createPasswords()

  const appSecrets = config.appSecrets ?? ensureAppSecret(config.dataDir)
  const signer = createSigner(appSecrets)

  const rateLimiter = createDatabaseRateLimiter({ db, clock, signer })

  // Uploads always arrive in the data folder, even if images are stored elsewhere.
  const { hasSpace: hasDiskSpace } = createDiskSpace({ dir: config.dataDir, reserveMb: config.diskReserveMb, clock })

  if (metrics) watchPortMetrics(metrics, { tasks, imageProcessor, passwords, clock })

  return {
    clock,
    /** Reads the time again that the nodes share, if there is one. */
    syncClock: async () => databaseClock?.sync(),
    /** Reads from the replica can be slightly stale. Never use them for access decisions. */
    replica: replica ?? db,
    checkDatabase: createDatabaseCheck(db, given.findDatabaseFault ?? (() => undefined)),
    storage,
    hasDiskSpace,
    mailer,
    redactError,
    tasks,
    passwords,
    signer,
    encryption: createEncryption(appSecrets),
    rateLimiter,
    rateLimits: createRateLimitTable(rateLimitRows, { rateLimiter, clock }),
    expensiveWork: createExpensiveWork(),
    sharedJobs: createSharedJobs({ rateLimiter, isAlone: config.database.kind === 'sqlite' }),
    invalidation,
    imageProcessor,

    start() {
      databaseClock?.start()
      notifications?.start()
      tasks.start()
    },
    stopWork: () => Promise.all([tasks.stop(), databaseClock?.stop()]),
    async close() {
      await Promise.all([imageProcessor.close(), notifications?.stop(), replica?.destroy()])
      await Promise.all([mailer.close(), storage.close()])
    },
  }
}
type Ports = Awaited<ReturnType<typeof createPorts>>

/** Every feature is composed from these and from services of other features. */
export type Base = { config: Config; db: Database; ports: Ports; log: Log }
