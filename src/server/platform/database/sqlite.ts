import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from './schema.ts'
import { logTo, type StatementListener } from './statement-listener.ts'
import { createLogFlush, type FlushFile } from './write-ahead-log.ts'

const busyCode = 5
const busyRetryMs = 20
const busyTimeoutMs = 1500
/** For statements that have waited for a transaction. */
const maxTurnMs = 2

/** The maximum number of cached prepared statements. Our repositories have a few hundred. */
const maxPrepared = 500

/** SQLite's default is 2 MB, which is too small for a busy account. */
const cacheKilobytes = 16_000

/** Uses Node's built-in SQLite. Statements are synchronous, and transactions run one at a time. */
export function openSqlite(file: string, { onStatement, ...options }: SqliteOptions = {}) {
  return new Kysely<Tables>({
    ...logTo(onStatement),
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => createDriver(file, options),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

type DriverOptions = {
  isReadOnly?: boolean
  /** If false, a power failure can lose the last commits. */
  isDurable?: boolean | undefined
  flushFile?: FlushFile
}
type SqliteOptions = DriverOptions & { onStatement?: StatementListener | undefined }
type Connection = DatabaseConnection & { isInTransaction: boolean }

function createDriver(file: string, { isReadOnly = false, isDurable = true, flushFile }: DriverOptions): Driver {
  const sqlite = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000, readOnly: isReadOnly })
  const hasLog = !isReadOnly && useLog(sqlite)
  if (!isDurable) sqlite.exec('pragma synchronous = off')
  sqlite.exec(`pragma temp_store = memory; pragma cache_size = -${cacheKilobytes}`)
  // From now on, SQLite must not wait for locks, because that would block the event loop.
  sqlite.exec('pragma busy_timeout = 0')
  const { execute, isRead } = createExecutor(sqlite)
  const log = hasLog && isDurable ? createLogFlush(`${file}-wal`, flushFile) : undefined

  let isOpen = false
  /** What waits for the open transaction to end. */
  const waiting: (() => void)[] = []

  function run<T>(work: () => T) {
    log?.requireHealthy()
    return work()
  }

  const inTurn = <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      waiting.push(() => {
        try {
          resolve(run(work))
        } catch (error) {
          reject(error)
        }
      })
    })

  function runWaiting() {
    const startedAt = performance.now()
    while (!isOpen && performance.now() - startedAt < maxTurnMs) {
      const next = waiting.shift()
      if (!next) return
      next()
    }
    if (!isOpen) setImmediate(runWaiting)
  }

  /**
   * A statement outside the open transaction waits for the transaction to end. If another process holds the write lock,
   * we retry for a while, with short pauses that don't block the event loop.
   */
  async function outside<T>(work: () => T): Promise<T> {
    for (let waitedMs = 0; ; waitedMs += busyRetryMs) {
      try {
        return isOpen || waiting.length > 0 ? await inTurn(work) : run(work)
      } catch (error) {
        const isBusy = ((error as { errcode?: number }).errcode ?? 0) % 256 === busyCode
        if (!isBusy || waitedMs >= busyTimeoutMs) throw error
      }
      await delay(busyRetryMs)
    }
  }

  /** Other statements can already run while this one waits for the disk. */
  async function alone<Row>(query: CompiledQuery) {
    const result = await outside(() => execute<Row>(query))
    if (!isRead(query)) await log?.flush()
    return result
  }

  function endTransaction(connection: DatabaseConnection) {
    ;(connection as Connection).isInTransaction = false
    isOpen = false
    // Transactions are made of synchronous statements, so without this, many of them would run in one turn.
    if (waiting.length > 0) setImmediate(runWaiting)
  }

  return {
    init: async () => {},
    async acquireConnection(): Promise<Connection> {
      const connection: Connection = {
        isInTransaction: false,
        executeQuery: async <Row>(query: CompiledQuery) =>
          connection.isInTransaction ? execute<Row>(query) : alone<Row>(query),
        // Only used to copy whole tables. Queries for responses are bounded.
        async *streamQuery<Row>({ sql, parameters }: CompiledQuery) {
          const rows = sqlite.prepare(sql).iterate(...(parameters as readonly SQLInputValue[]))
          for (const row of rows) yield { rows: [row as Row] }
        },
      }
      return connection
    },
    beginTransaction: (connection) =>
      outside(() => {
        // `immediate` acquires the write lock first, so two processes on one file wait here instead of failing halfway.
        sqlite.exec(isReadOnly ? 'begin' : 'begin immediate')
        isOpen = true
        ;(connection as Connection).isInTransaction = true
      }),
    async commitTransaction(connection) {
      sqlite.exec('commit')
      endTransaction(connection)
      await log?.flush()
    },
    async rollbackTransaction(connection) {
      // Kysely also rolls back if the flush after a commit fails. By then, another transaction may be open.
      if (!(connection as Connection).isInTransaction) return
      try {
        // After some errors, such as a full disk, SQLite has already rolled back. Don't hide the original error.
        if (sqlite.isTransaction) sqlite.exec('rollback')
      } finally {
        endTransaction(connection)
      }
    },
    releaseConnection: async () => {},
    async destroy() {
      sqlite.close()
      await log?.close()
    },
  }
}

/** Returns whether SQLite uses a write-ahead log, which isn't possible on every file system. */
function useLog(sqlite: DatabaseSync) {
  const hasLog = sqlite.prepare('pragma journal_mode = wal').get()?.journal_mode === 'wal'
  // With a log, we flush commits ourselves. `normal` still flushes the log before it's copied into the database.
  sqlite.exec(`pragma synchronous = ${hasLog ? 'normal' : 'full'}`)
  return hasLog
}

function createExecutor(sqlite: DatabaseSync) {
  const prepared = new LRUCache<string, { statement: StatementSync; returnsRows: boolean; isRead: boolean }>({
    max: maxPrepared,
    memoMethod: (text) => {
      const statement = sqlite.prepare(text)
      const isRead = /^(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text)
      return { statement, returnsRows: statement.columns().length > 0, isRead }
    },
  })

  return {
    execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
      const { statement, returnsRows } = prepared.memo(sql)
      const values = parameters as readonly SQLInputValue[]
      if (returnsRows) return { rows: statement.all(...values) as Row[] }
      const { changes } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes) }
    },
    /** False if the statement might change something. */
    isRead: ({ sql }: CompiledQuery) => prepared.memo(sql).isRead,
  }
}
