import type pg from 'pg'
import { createPostgresDatabase, type NewDatabase, onPostgres } from './new-database.ts'

const idle: { schema: string; database: Awaited<ReturnType<typeof createPostgresDatabase>> }[] = []

/** Copies the template, or reuses a copy. Emptying one is many times faster than creating and dropping one. */
export async function reusePostgresDatabase(serverUrl: string, template: string): Promise<NewDatabase> {
  const reused = idle.pop() ?? (await copy(serverUrl, template))
  const { database, schema } = reused
  return {
    ...database,
    async remove() {
      if (await empty(database.options.url, schema)) idle.push(reused)
      else await database.remove()
    },
  }
}

async function copy(serverUrl: string, template: string) {
  const database = await createPostgresDatabase(serverUrl, template)
  return { database, schema: await onPostgres(database.options.url, readSchema) }
}

/** Returns false if a test has changed the schema, or if the role isn't allowed to turn off foreign keys. */
const empty = (url: string, schema: string) =>
  onPostgres(url, async (client) => {
    await client.query(`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
    if ((await readSchema(client)) !== schema) return false
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'")
    const tables = rows.map(({ tablename }) => tablename).filter((name) => name !== 'migrations')
    const deletions = tables.map((table) => `delete from ${table}`)
    const statements = ['set session_replication_role = replica', ...deletions]
    return await client.query(statements.join(';')).then(
      () => true,
      () => false,
    )
  })

async function readSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
    select md5(string_agg(concat_ws(' ', relname, attname, atttypid), ',' order by relname, attnum)) as schema
    from pg_class left join pg_attribute on attrelid = pg_class.oid and attnum > 0
    where relnamespace = 'public'::regnamespace`)
  return rows[0].schema
}
