import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#scripts/postgres.mjs'
import { uploadGraceMs } from '#server/features/images/file-deletions.service.ts'
import { startTestS3 } from '../support/s3-server.ts'
import { findCounterFaults, findFileFaults, readFiles, readPostgres } from './consistency.ts'
import { s3Settings } from './product.ts'
import type { Scope } from './scope.ts'
import { until } from './until.ts'

/** A node can't tell whether another one is still uploading, so the sweep only starts after a grace period. */
const sweepTimeoutMs = uploadGraceMs + 30_000

export async function createPostgresAndS3(scope: Scope) {
  const postgres = await startPostgres()
  scope.defer(postgres.stop)
  const url = await createDatabase(scope, postgres.url)
  const folder = await scope.folder('s3')
  const s3 = await startTestS3(folder)
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
    inspector: {
      findRowFaults: async () => findCounterFaults(await readPostgres(url)),
      async findFaults() {
        const rows = await readPostgres(url)
        const files = await readFiles(join(folder, s3.options.bucket), 's3')
        return [...findCounterFaults(rows), ...findFileFaults(rows, files)]
      },
      waitForSweep: () =>
        until(async () => (await readPostgres(url)).scheduled.length === 0, { timeoutMs: sweepTimeoutMs }),
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
