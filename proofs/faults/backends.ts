import { join } from 'node:path'
import { createPostgresAndS3 } from '#test/support/postgres-and-s3.ts'
import { createProduct } from '#test/support/product.ts'
import type { Scope } from '#test/support/scope.ts'
import { listEmptyFolders } from './consistency.ts'
import { inspectPostgresAndS3, inspectSqliteAndDisk } from './inspectors.ts'

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
      listEmptyFolders: () => listEmptyFolders(inspector.pictures),
      addNode: undefined,
    }
  }
  const shared = await createPostgresAndS3(scope)
  const addNode = () => createProduct(scope, { settings: { ...shared.settings, ...settings } })
  const product = await addNode()
  const { crashDatabase } = shared
  const inspector = inspectPostgresAndS3(shared)
  const database = { kind: 'postgres', url: shared.url } as const
  return {
    product,
    database,
    inspector,
    sweepsAtStart: false,
    listEmptyFolders: async () => [],
    crashDatabase,
    addNode,
  }
}
