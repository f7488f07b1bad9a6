import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, DatabaseOptions } from '#server/platform/database/database.ts'
import { migrate, migrations } from '#server/platform/database/migrate.ts'
import { openPostgresWithoutTimeouts } from '#server/platform/database/postgres.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { below, type Line } from '../results.ts'
import { type Store, withProduct } from './engines.ts'
import { sizes } from './fill.ts'
import { openRows } from './rows.ts'

/** The databases that we upgrade don't have this migration and later ones. */
const firstMissing = '0038-sections'
const everyMs = 5

const open = (options: DatabaseOptions): Database =>
  options.kind === 'sqlite' ? openSqlite(options.file) : openPostgresWithoutTimeouts(options)

async function openOld(options: DatabaseOptions) {
  const db = open(options)
  const old = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === firstMissing),
  )
  await migrate(db, options.kind, old)
  return db
}

/** An earlier run upgraded the database. An interrupted one left it half full, and is continued. */
async function reset({ dataDir, database }: Store) {
  if (existsSync(join(dataDir, 'growth.json'))) return
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  if (database.kind === 'sqlite') return
  const db = open(database)
  await sql.raw('drop schema public cascade').execute(db)
  await sql.raw('create schema public').execute(db)
  await db.destroy()
}

/** Images are as large as real ones, with a placeholder and a list of files. */
async function fillOld(store: Store) {
  await reset(store)
  const rows = await openRows(store, openOld)
  const { accounts, links, images } = sizes
  const tables = await rows.db.introspection.getTables()
  /** Gives the columns that can't be null an empty value. */
  const insert = (table: string, count: number, columns: Record<string, string>) => {
    const found = tables.find(({ name }) => name === table)?.columns ?? []
    const required = found.filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue)
    const empty = required.map(({ name, dataType }) => [name, /text/i.test(dataType) ? "''" : '0'])
    return rows.rows(table, table, count, { ...Object.fromEntries(empty), ...columns })
  }
  const userAt = (n: string) => rows.id('-user-', n)
  const linkAt = (n: string) => rows.id('-link-', n)
  const instants = { created_at: rows.instant('1700000000 + n'), updated_at: rows.instant('1700000000 + n') }
  const { created_at } = instants
  await insert('users', accounts, { id: userAt('n'), email: `'person-' || n || '@example.com'`, created_at })
  await insert('usage', accounts, { user_id: userAt('n'), links: '10', images: '100' })
  await insert('links', links, {
    id: linkAt('n'),
    user_id: userAt('n / 10'),
    slug: `'somewhere-' || n`,
    image_count: '10',
    next_position: '11',
    ...instants,
  })
  await insert('slugs', links, { slug: `'somewhere-' || n`, link_id: linkAt('n') })
  await insert('images', images, {
    id: rows.id('-image', 'n'),
    link_id: linkAt('n / 10'),
    user_id: userAt('n / 100'),
    position: 'n % 10 + 1',
    placeholder: `'${'p'.repeat(260)}'`,
    files: `'[${' '.repeat(350)}]'`,
    file_hashes: `'{${' '.repeat(350)}}'`,
    created_at,
  })
  await insert('activity', links, {
    id: rows.id('-activ', 'n'),
    user_id: userAt('n / 10'),
    link_id: linkAt('n'),
    created_at,
  })
  if (store.engine === 'postgres') await rows.run('vacuum analyze')
  await rows.close()
}

/** Reads galleries like a node of the old version. Resolves to the longest wait once `isOver`. */
async function readGalleries({ database }: Store, isOver: () => boolean) {
  const db = database.kind === 'sqlite' ? openSqlite(database.file, { isReadOnly: true }) : open(database)
  const { rows: links } = await sql<{ id: string }>`select id from links limit 1000`.execute(db)
  let [longestMs, count] = [0, 0]
  for (; !isOver(); count++) {
    const linkId = links[(count * 97) % links.length]?.id
    const startedAt = performance.now()
    const { rows } = await sql`select * from images where link_id = ${linkId} order by position, id`.execute(db)
    longestMs = Math.max(longestMs, performance.now() - startedAt)
    if (rows.length !== 10) throw new Error(`A gallery has ${rows.length} images`)
    await sleep(everyMs)
  }
  await db.destroy()
  return { longestMs, count }
}

/** Starts the product with the database of an older version, while others read it. */
export async function measureUpgrade(store: Store): Promise<Line[]> {
  await fillOld(store)
  let isOver = false
  const reading = readGalleries(store, () => isOver)
  const startSeconds = () => withProduct(store, async ({ startMs }) => startMs / 1000)
  const seconds = await startSeconds().finally(() => {
    isOver = true
  })
  const { longestMs, count } = await reading
  const again = await startSeconds()
  rmSync(join(store.dataDir, 'growth.json'))
  const what = `${store.engine}: upgrade of a million images`
  return [
    below(`${what}, start`, seconds, 60, 's'),
    below(`${what}, next start`, again, Number.POSITIVE_INFINITY, 's'),
    below(`${what}, longest of ${count} reads meanwhile`, longestMs, 500, 'ms'),
  ]
}
