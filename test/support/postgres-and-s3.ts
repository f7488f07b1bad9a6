import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#scripts/postgres.mjs'
import { s3Settings } from './product.ts'
import { startS3Process } from './s3-server.ts'
import type { Scope } from './scope.ts'

export async function createPostgresAndS3(scope: Scope) {
  const postgres = await startPostgres()
  scope.defer(postgres.stop)
  const url = await createDatabase(scope, postgres.url)
  const folder = await scope.folder('s3')
  const s3 = await startS3Process(folder)
  scope.defer(s3.close)
  return {
    url,
    pictures: join(folder, s3.options.bucket),
    settings: {
      ...s3Settings(s3.options),
      DATABASE_URL: url,
      APP_SECRET: randomBytes(16).toString('hex'),
    },
    /** Simulates a crash: all connections break, and the database recovers from its WAL. */
    async crashDatabase() {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      const { rows } = await client.query('select pg_backend_pid() as pid')
      const ended = new Promise((resolve) => client.once('end', resolve))
      process.kill(rows[0].pid, 'SIGKILL')
      await ended
    },
  }
}

async function createDatabase(scope: Scope, serverUrl: string) {
  const name = `faults_${randomBytes(8).toString('hex')}`
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await onServer(`create database ${name}`)
  // The test server trades durability for speed, but this database must survive a crash.
  await onServer(`alter database ${name} set synchronous_commit = on`)
  scope.defer(() => onServer(`drop database ${name} with (force)`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
