import { type Kysely, sql } from 'kysely'
import { StartupProblem } from '../startup-problem.ts'
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
import type { Engine, Migration } from './migrations/migration.ts'

/** In the order they run. Never changed once released: what is wrong is put right by the next one. */
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
]

/** Any number will do, as long as every node takes the same. */
const migrationLock = 7_316_024

/**
 * Runs what has not run yet, in one transaction under a lock: nodes that start together wait for each other, and a step
 * that fails leaves the database as it was. Forward only.
 */
export async function migrate<T>(db: Kysely<T>, engine: Engine) {
  await db.transaction().execute(async (tx) => {
    // SQLite's transactions begin by locking the file; PostgreSQL is asked for a lock by name.
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(tx)
    await sql`create table if not exists migrations (name text primary key, ran_at text not null)`.execute(tx)
    const done = await sql<{ name: string }>`select name from migrations`.execute(tx)
    const names = new Set(done.rows.map((row) => row.name))

    refuseUnknown(names)
    for (const { name, up } of migrations) {
      if (names.has(name)) continue
      await up(tx, engine)
      await sql`insert into migrations (name, ran_at) values (${name}, ${new Date().toISOString()})`.execute(tx)
    }
  })
}

function refuseUnknown(names: Set<string>) {
  const unknown = [...names].filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length === 0) return
  throw new StartupProblem(
    `The database was written by a newer Framelight (it has ${unknown.join(', ')}): start that one.`,
  )
}

/** For whoever only looks at the database, or copies it: it must be one of this version, and is not changed. */
export async function requireMigrated<T>(db: Kysely<T>) {
  const done = await sql<{ name: string }>`select name from migrations`.execute(db).catch(() => {
    throw new StartupProblem('There is no database of Framelight: check DATABASE_URL, or DATA_DIR where it is unset.')
  })
  const names = new Set(done.rows.map((row) => row.name))
  refuseUnknown(names)
  if (migrations.some(({ name }) => !names.has(name))) {
    throw new StartupProblem(
      'The database is of an older Framelight: start the server once, which brings it up to date.',
    )
  }
}
