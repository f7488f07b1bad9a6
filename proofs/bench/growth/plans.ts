import { join } from 'node:path'
import { type KyselyPlugin, type QueryId, type RawBuilder, sql } from 'kysely'
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { createServices } from '#server/services.ts'
import { type Call, calls, type Subject } from './calls.ts'
import type { Store } from './engines.ts'

type Statement = { sql: string; parameters: readonly unknown[] }

/** These tables are small on any installation, so a full scan is fine. */
const smallTables =
  /\b(migrations|tasks|installation|registration_invitations|cleanup_holds|doomed_objects|visitor_salts)\b/

function scansIn(engine: Store['engine'], plan: string[]) {
  const isScan = engine === 'sqlite' ? /^SCAN (?!CONSTANT|\(|v$|viewed|wanted|place|\d)/ : /Seq Scan on/
  return plan.map((line) => line.trim()).filter((line) => isScan.test(line) && !smallTables.test(line))
}

const explain = (engine: Store['engine'], { sql: text, parameters }: Statement): RawBuilder<Record<string, string>> => {
  const values = parameters.map((value) => sql.val(value))
  const pieces = text.split(engine === 'sqlite' ? /\?/ : /\$\d+/)
  const order = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => values[Number(number) - 1])
  const body = sql.join(
    pieces.flatMap((piece, at) => [
      sql.raw(piece),
      ...(at < pieces.length - 1 ? [order[at] ?? values[at] ?? sql``] : []),
    ]),
    sql``,
  )
  return sql`${sql.raw(engine === 'sqlite' ? 'explain query plan' : 'explain')} ${body}`
}

/** Runs the product in this process and records every SQL statement. */
async function openListening(store: Store) {
  const asked: Statement[] = []
  const plain = await createDatabase(store.database)
  const compiled = new WeakMap<QueryId, Statement>()
  const listen: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql: text, parameters } = plain.getExecutor().compileQuery(node, queryId)
      compiled.set(queryId, { sql: text, parameters })
      return node
    },
    // Subqueries are transformed on their own, too, but only whole queries have a result.
    async transformResult({ result, queryId }) {
      const statement = compiled.get(queryId)
      if (statement) asked.push(statement)
      return result
    },
  }
  const db: Database = plain.withPlugin(listen)
  const config = readConfig({ DATA_DIR: store.dataDir, ...store.settings, DEFAULT_PLAN: 'gold', PAYMENTS: 'off' })
  const log = pino({ level: 'silent' })
  const services = await createServices({ config, db, log })
  const app = await createApp({ config, services, log, webDir: join(store.dataDir, 'no-web-app') })
  return {
    asked,
    plain,
    app,
    close: () =>
      app
        .close()
        .then(() => services.close())
        .then(() => plain.destroy()),
  }
}

/** Only checks reads, because writes look up rows by ID. */
export async function findScans(store: Store, who: Subject): Promise<Map<string, string[]>> {
  const { asked, plain, app, close } = await openListening(store)
  const found = new Map<string, string[]>()
  for (const [name, call] of Object.entries<Call>(calls)) {
    if (!name.startsWith('GET')) continue
    asked.length = 0
    const [, url, options] = await call.ask(who)
    await app.inject({
      method: 'GET',
      url,
      headers: options?.token ? { authorization: `Bearer ${options.token}` } : {},
    })
    const scans = new Set<string>()
    for (const statement of asked) {
      const { rows } = await explain(store.engine, statement).execute(plain)
      const plan = rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '')
      for (const scan of scansIn(store.engine, plan)) scans.add(scan)
    }
    if (scans.size > 0) found.set(name, [...scans])
  }
  await close()
  return found
}
