import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from './schema.ts'

/** Statements kept prepared; our repositories write a few hundred different ones. */
const maxPrepared = 500

/** Kysely on the SQLite that Node carries. Calls are synchronous and take turns on one connection. */
export function openSqlite(file: string) {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => createDriver(file),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

function createDriver(file: string): Driver {
  const sqlite = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 })
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory')
  const connection = createConnection(sqlite)
  const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text))

  // One connection: a transaction keeps it until it ends, and everything else waits in line.
  let last: Promise<unknown> = Promise.resolve()
  let release = () => {}
  return {
    init: async () => {},
    async acquireConnection() {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      release = resolve
      return connection
    },
    // Immediate: two processes on one file wait for each other here instead of failing half-way.
    beginTransaction: async () => void (await run('begin immediate')),
    commitTransaction: async () => void (await run('commit')),
    // On some errors, such as a full disk, SQLite has rolled back by itself; the error itself must come through.
    rollbackTransaction: async () => {
      if (sqlite.isTransaction) await run('rollback')
    },
    releaseConnection: async () => release(),
    destroy: async () => sqlite.close(),
  }
}

function createConnection(sqlite: DatabaseSync): DatabaseConnection {
  const prepared = new Map<string, { statement: StatementSync; returnsRows: boolean }>()

  const prepare = (text: string) => {
    let entry = prepared.get(text)
    if (!entry) {
      const statement = sqlite.prepare(text)
      entry = { statement, returnsRows: statement.columns().length > 0 }
      if (prepared.size >= maxPrepared) prepared.clear()
      prepared.set(text, entry)
    }
    return entry
  }

  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { statement, returnsRows } = prepare(sql)
      const values = parameters as readonly SQLInputValue[]
      if (returnsRows) return { rows: statement.all(...values) as Row[] }
      const { changes } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes) }
    },
    streamQuery() {
      throw new Error('Streaming is not used: answers are bounded by their limits')
    },
  }
}
