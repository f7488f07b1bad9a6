import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseOptions } from '#server/platform/database/database.ts'

type TestDatabase = { options: DatabaseOptions; remove(): Promise<void> }

/** An empty database of the engine that this run is about. */
export function createTestDatabase(): Promise<TestDatabase> {
  return process.env.TEST_ENGINE === 'postgres' ? createOnPostgres(inject('postgresUrl')) : createSqliteFile()
}

async function createSqliteFile(): Promise<TestDatabase> {
  const dir = await mkdtemp(join(tmpdir(), 'framelight-db-'))
  return {
    options: { kind: 'sqlite', file: join(dir, 'framelight.db') },
    remove: () => rm(dir, { recursive: true }),
  }
}

async function createOnPostgres(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await onServer(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    options: { kind: 'postgres', url: url.href },
    remove: () => onServer(`drop database ${name} with (force)`),
  }
}
