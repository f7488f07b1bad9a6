import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseOptions } from '#server/platform/database/database.ts'

/** `name` can be used as the template for a copy. It's a file, or a database on the same server. */
export type NewDatabase = { name: string; options: DatabaseOptions; remove(): Promise<void> }

export async function createSqliteFile(template?: string): Promise<NewDatabase> {
  const dir = await mkdtemp(join(tmpdir(), 'framelight-db-'))
  const file = join(dir, 'framelight.db')
  if (template) await copyFile(template, file)
  return { name: file, options: { kind: 'sqlite', file }, remove: () => rm(dir, { recursive: true }) }
}

export async function createPostgresDatabase(serverUrl: string, template = 'template1'): Promise<NewDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await onServer(`create database ${name} template ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    name,
    options: { kind: 'postgres', url: url.href },
    remove: () => onServer(`drop database ${name} with (force)`),
  }
}
