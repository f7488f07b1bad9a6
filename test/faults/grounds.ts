import { listEmptyFolders } from './books.ts'
import { embeddedBooks } from './embedded.ts'
import { createProduct } from './product.ts'
import type { Scope } from './scope.ts'
import { createSharedGround } from './shared-ground.ts'

/** What a product can stand on. */
export type Ground = 'SQLite and disk' | 'PostgreSQL and S3'

export async function createOn(ground: Ground, scope: Scope, settings: Record<string, string> = {}) {
  if (ground === 'SQLite and disk') {
    const product = await createProduct(scope, { settings })
    const books = embeddedBooks(product.dataDir)
    return { product, books, sweepsAtStart: true, listEmptyFolders: () => listEmptyFolders(`${books.pictures}/images`) }
  }
  const shared = await createSharedGround(scope)
  const product = await createProduct(scope, { settings: { ...shared.settings, ...settings } })
  const { books, crashDatabase } = shared
  return { product, books, sweepsAtStart: false, listEmptyFolders: async () => [], crashDatabase }
}
