import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#scripts/postgres.mjs'
import type { DatabaseOptions } from '#server/platform/database/database.ts'
import { type Product, startProduct } from '../product.ts'

export type Store = {
  engine: 'sqlite' | 'postgres'
  isFull: boolean
  dataDir: string
  database: DatabaseOptions
  settings: Record<string, string>
}
/** `old` is for the upgrade of an older version's database. */
export type Engine = { name: Store['engine']; full: Store; empty: Store; old: Store; stop: () => Promise<void> }

type Size = 'full' | 'empty' | 'old'

const dataDirOf = (folder: string, engine: string, size: string) => {
  const dataDir = join(folder, `${engine}-${size}`)
  mkdirSync(dataDir, { recursive: true })
  return dataDir
}

async function openSqliteStores(folder: string): Promise<Engine> {
  const storeOf = (size: Size): Store => {
    const dataDir = dataDirOf(folder, 'sqlite', size)
    const database = { kind: 'sqlite', file: join(dataDir, 'framelight.db') } as const
    return { engine: 'sqlite', isFull: size === 'full', dataDir, database, settings: {} }
  }
  return { name: 'sqlite', full: storeOf('full'), empty: storeOf('empty'), old: storeOf('old'), stop: async () => {} }
}

async function openPostgresStores(folder: string): Promise<Engine> {
  const { url: serverUrl, stop } = await startPostgres({ keptIn: join(folder, 'postgres-server') })
  const storeOf = async (size: Size): Promise<Store> => {
    const url = await ensureDatabase(serverUrl, `framelight_growth_${size}`)
    const settings = { DATABASE_URL: url, APP_SECRET: 'of the growth bench alone, at least 32 characters' }
    const dataDir = dataDirOf(folder, 'postgres', size)
    return { engine: 'postgres', isFull: size === 'full', dataDir, database: { kind: 'postgres', url }, settings }
  }
  const [full, empty, old] = [await storeOf('full'), await storeOf('empty'), await storeOf('old')]
  return { name: 'postgres', full, empty, old, stop }
}

export const engines = { sqlite: openSqliteStores, postgres: openPostgresStores }

async function ensureDatabase(serverUrl: string, name: string) {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (!rowCount) await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function withProduct<T>(
  { dataDir, settings }: Store,
  work: (product: Product) => Promise<T>,
  more: Record<string, string> = {},
): Promise<T> {
  const product = await startProduct(dataDir, { ...settings, ...more })
  try {
    return await work(product)
  } finally {
    await product.stop()
  }
}
