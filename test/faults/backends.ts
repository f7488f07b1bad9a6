import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { listEmptyFolders } from './consistency.ts'
import { createPostgresAndS3 } from './postgres-and-s3.ts'
import { createProduct } from './product.ts'
import type { Scope } from './scope.ts'
import { inspectSqliteAndDisk } from './sqlite-and-disk.ts'

/** Where a product keeps its rows and its files. */
export type Backend = 'SQLite and disk' | 'PostgreSQL and S3'

export async function createProductOn(backend: Backend, scope: Scope, settings: Record<string, string> = {}) {
  if (backend === 'SQLite and disk') {
    const product = await createProduct(scope, { settings })
    const inspector = inspectSqliteAndDisk(product.dataDir)
    return {
      product,
      database: { kind: 'sqlite', file: join(product.dataDir, 'framelight.db') } as const,
      inspector,
      sweepsAtStart: true,
      execute: async (statement: string) => executeOnSqlite(join(product.dataDir, 'framelight.db'), statement),
      listEmptyFolders: () => listEmptyFolders(`${inspector.pictures}/images`),
    }
  }
  const shared = await createPostgresAndS3(scope)
  const product = await createProduct(scope, { settings: { ...shared.settings, ...settings } })
  const { inspector, crashDatabase, url } = shared
  return {
    product,
    database: { kind: 'postgres', url } as const,
    inspector,
    sweepsAtStart: false,
    execute: (statement: string) => executeOnPostgres(url, statement),
    listEmptyFolders: async () => [],
    crashDatabase,
  }
}

function executeOnSqlite(file: string, statement: string) {
  const db = new DatabaseSync(file, { timeout: 5000 })
  try {
    db.exec(statement)
  } finally {
    db.close()
  }
}

async function executeOnPostgres(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
