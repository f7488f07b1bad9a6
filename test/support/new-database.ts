import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseOptions } from '#server/platform/database/database.ts'

/** `name` can be used as the template for a copy. It's a file, or a database on the same server. */
export type NewDatabase<Options = DatabaseOptions> = { name: string; options: Options; remove(): Promise<void> }
type PostgresOptions = DatabaseOptions & { kind: 'postgres' }

export async function createSqliteFile(template?: string): Promise<NewDatabase> {
  const dir = await mkdtemp(join(tmpdir(), 'framelight-db-'))
  const file = join(dir, 'framelight.db')
  if (template) await copyFile(template, file)
  // Tests don't need durability. On PostgreSQL, it's off as well.
  return { name: file, options: { kind: 'sqlite', file, isDurable: false }, remove: () => rm(dir, { recursive: true }) }
}

export async function onPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const randomName = () => randomBytes(8).toString('hex')

export async function createPostgresDatabase(
  serverUrl: string,
  template?: string,
): Promise<NewDatabase<PostgresOptions>> {
  const name = template ? `${template}_${randomName()}` : `test_${randomName()}`
  const run = (statement: string) => onPostgres(serverUrl, (client) => client.query(statement))
  await run(`create database ${name} template ${template ?? 'template1'}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    name,
    options: { kind: 'postgres', url: url.href },
    async remove() {
      await run(`drop database ${name} with (force)`)
    },
  }
}

/** Drops the copies that the workers kept for reuse. */
export const dropCopiesOf = (template: string, serverUrl: string) =>
  onPostgres(serverUrl, async (client) => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      `${template}_`,
    ])
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  })
