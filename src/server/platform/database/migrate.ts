import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { reasonOf, StartupProblem } from '../startup-problem.ts'
import { isDatabaseDamaged, isDatabaseOutOfReach } from './errors.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { payments } from './migrations/0002-payments.ts'
import { analytics } from './migrations/0003-analytics.ts'
import { visitNames } from './migrations/0004-visit-names.ts'
import { slugsAndLists } from './migrations/0005-slugs-and-lists.ts'
import { covers } from './migrations/0006-covers.ts'
import { titleOrder } from './migrations/0007-title-order.ts'
import { animations } from './migrations/0008-animations.ts'
import { openings } from './migrations/0009-openings.ts'
import { cameraDetails } from './migrations/0010-camera-details.ts'
import { passes } from './migrations/0011-passes.ts'
import { cleanupHolds } from './migrations/0013-cleanup-holds.ts'
import { choices } from './migrations/0014-choices.ts'
import { guestComments } from './migrations/0015-guest-comments.ts'
import { activity } from './migrations/0016-activity.ts'
import { followers } from './migrations/0017-followers.ts'
import { administration } from './migrations/0018-administration.ts'
import { accountExports } from './migrations/0020-exports.ts'
import { removals } from './migrations/0023-removals.ts'
import { breakingMigrations } from './migrations/0024-breaking-migrations.ts'
import { administrationIndexes } from './migrations/0025-administration-indexes.ts'
import { fileHashes, imagesWithoutHashes } from './migrations/0027-file-hashes.ts'
import { operatorNotices } from './migrations/0028-operator-notices.ts'
import { boundedAnswers } from './migrations/0029-bounded-answers.ts'
import { commentsByAuthor, imports } from './migrations/0030-imports.ts'
import { emailStops } from './migrations/0031-email-stops.ts'
import { notificationPreferences } from './migrations/0032-notification-preferences.ts'
import { installationSettings } from './migrations/0034-installation-settings.ts'
import { guestUploads } from './migrations/0035-guest-uploads.ts'
import { resumableUploads } from './migrations/0036-resumable-uploads.ts'
import { liveWalls } from './migrations/0037-live-walls.ts'
import { imagesInOrder, sections, withoutImagesByLink } from './migrations/0038-sections.ts'
import { imagesInTrash, presentUsers, trash, withoutUsersByAge } from './migrations/0039-trash.ts'
import { copies, imagesByFolder } from './migrations/0040-copies.ts'
import { apiKeys } from './migrations/0041-api-keys.ts'
import { signIn } from './migrations/0042-sign-in.ts'
import { oidc } from './migrations/0043-oidc.ts'
import { studios } from './migrations/0044-studios.ts'
import { markedImagesByLink, watermarks } from './migrations/0045-watermarks.ts'
import { domains } from './migrations/0046-domains.ts'
import { byCollaborator, collaborators } from './migrations/0047-collaborators.ts'
import { webhooks } from './migrations/0048-webhooks.ts'
import { activityOfAllLinks } from './migrations/0049-activity-of-all-links.ts'
import { followerCount } from './migrations/0050-follower-count.ts'
import { watermarkedLinks } from './migrations/0051-watermarked-links.ts'
import type { Engine, Migration } from './migrations/migration.ts'

/** Migrations run in this order. Never change a released migration. Add another one instead. */
export const migrations: readonly Migration[] = [
  foundation,
  payments,
  analytics,
  visitNames,
  slugsAndLists,
  covers,
  titleOrder,
  animations,
  openings,
  cameraDetails,
  passes,
  cleanupHolds,
  choices,
  guestComments,
  activity,
  followers,
  administration,
  accountExports,
  removals,
  breakingMigrations,
  administrationIndexes,
  fileHashes,
  imagesWithoutHashes,
  operatorNotices,
  boundedAnswers,
  commentsByAuthor,
  imports,
  emailStops,
  notificationPreferences,
  installationSettings,
  guestUploads,
  resumableUploads,
  liveWalls,
  sections,
  imagesInOrder,
  withoutImagesByLink,
  trash,
  imagesInTrash,
  presentUsers,
  withoutUsersByAge,
  copies,
  imagesByFolder,
  apiKeys,
  signIn,
  oidc,
  studios,
  watermarks,
  markedImagesByLink,
  domains,
  collaborators,
  byCollaborator,
  webhooks,
  activityOfAllLinks,
  followerCount,
  watermarkedLinks,
]

/** The number is arbitrary, but has to be the same on all nodes. */
const migrationLock = 7_316_024
const lockPollMs = 100

/** While we wait for a table lock, later queries on the table have to wait too, so each attempt is short. */
const tableLockMs = 1000
const tableLockTries = 100
const lockNotAvailable = '55P03'
const isTableLocked = (error: unknown) => (error as { code?: string }).code === lockNotAvailable

type Ran = { name: string; is_breaking?: number }

/**
 * Runs pending migrations under a lock, so that only one of several starting nodes runs them. On PostgreSQL, concurrent
 * steps run outside a transaction. The steps between them share one, so a failure rolls them all back. There are no
 * down migrations.
 */
export async function migrate<T>(db: Kysely<T>, engine: Engine, all = migrations) {
  const run = (on: Kysely<T>, steps: readonly Migration[]) => runPending(on, { engine, steps, all })
  // On SQLite, the transaction locks the file. PostgreSQL needs an advisory lock.
  if (engine === 'sqlite') return db.transaction().execute((tx) => run(tx, all))
  await db.connection().execute(async (connection) => {
    await takeLock(connection)
    try {
      for (const steps of partsOf(all)) {
        if (steps[0]?.isConcurrent) await run(connection, steps)
        else await inTransaction(connection, (tx) => run(tx, steps))
      }
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(migrationLock)})`.execute(connection)
    }
  })
}

/** Polls, because a session that waits inside the database would block CREATE INDEX CONCURRENTLY. */
async function takeLock<T>(db: Kysely<T>) {
  const ask = sql<{ taken: boolean }>`select pg_try_advisory_lock(${sql.lit(migrationLock)}) as taken`
  while (!(await ask.execute(db)).rows[0]?.taken) await delay(lockPollMs)
}

function partsOf(all: readonly Migration[]) {
  const parts: Migration[][] = []
  for (const step of all) {
    const last = parts.at(-1)
    if (!last || step.isConcurrent || last[0]?.isConcurrent) parts.push([step])
    else last.push(step)
  }
  return parts
}

async function inTransaction<T>(db: Kysely<T>, work: (tx: Kysely<T>) => Promise<void>) {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(tableLockMs)}`.execute(tx)
        await work(tx)
      })
    } catch (error) {
      if (!isTableLocked(error) || tries === tableLockTries) throw error
      await delay(tableLockMs)
    }
  }
}

type Pending = { engine: Engine; steps: readonly Migration[]; all: readonly Migration[] }

async function runPending<T>(db: Kysely<T>, { engine, steps, all }: Pending) {
  await sql`create table if not exists migrations (name text primary key, ran_at text not null)`.execute(db)
  const ran = await readRan(db)
  refuseBreaking(ran, all)
  for (const step of steps) {
    const { name, up, isBreaking } = step
    if (ran.some((done) => done.name === name)) continue
    await up(db, engine).catch((error) => {
      throw isDatabaseOutOfReach(error) || isTableLocked(error) ? error : failed(step, engine, error)
    })
    await sql`insert into migrations (name, ran_at) values (${name}, ${new Date().toISOString()})`.execute(db)
    if (isBreaking) await sql`update migrations set is_breaking = 1 where name = ${name}`.execute(db)
  }
}

/** A concurrent step may leave an unfinished index. The next start drops it and builds it again. */
function failed({ name, isConcurrent }: Migration, engine: Engine, cause: unknown) {
  const outcome = isConcurrent && engine === 'postgres' ? 'failed' : 'failed and was rolled back'
  return new StartupProblem(
    `The migration ${name} ${outcome} (${reasonOf(cause)}). Start the previous version, and please report this.`,
    { cause },
  )
}

async function readRan<T>(db: Kysely<T>) {
  const { rows } = await sql<Ran>`select * from migrations`.execute(db)
  return rows
}

const namesOf = (steps: readonly { name: string }[]) => new Set(steps.map(({ name }) => name))
const unknownIn = (ran: Ran[], all: readonly Migration[]) => ran.filter(({ name }) => !namesOf(all).has(name))
const hasAll = (ran: Ran[], all: readonly Migration[]) => all.every(({ name }) => namesOf(ran).has(name))

/** A newer version's additive migrations are fine, because both versions run during a rolling update. */
function refuseBreaking(ran: Ran[], all: readonly Migration[]) {
  refuse(unknownIn(ran, all).filter((step) => step.is_breaking !== 0))
}

function refuse(unknown: Ran[]) {
  if (unknown.length === 0) return
  const names = unknown.map(({ name }) => name).join(', ')
  throw new StartupProblem(
    `The database was written by a newer version of Framelight (it has ${names}). Start that version.`,
  )
}

/** Throws if a newer version ran a migration that this version can't work with. */
export async function isMigrated<T>(db: Kysely<T>) {
  // A missing table means that no migrations have run yet. Any other problem will surface while migrating.
  const ran = await readRan(db).catch((): Ran[] => [])
  refuseBreaking(ran, migrations)
  return hasAll(ran, migrations)
}

/** The commands need a database that matches this version exactly. */
export async function requireMigrated<T>(db: Kysely<T>) {
  const ran = await readRan(db).catch((error) => {
    // Don't report a missing table if the server or the password is the problem.
    if (isDatabaseOutOfReach(error) || isDatabaseDamaged(error)) throw error
    throw new StartupProblem("There's no Framelight database. Check DATABASE_URL, or DATA_DIR if it isn't set.")
  })
  refuse(unknownIn(ran, migrations))
  if (!hasAll(ran, migrations)) {
    throw new StartupProblem(
      'The database belongs to an older version of Framelight. Start the server once to update it.',
    )
  }
}
