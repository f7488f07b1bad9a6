import type { KyselyConfig, LogEvent } from 'kysely'

export type StatementListener = (kind: string, seconds: number, hasFailed: boolean) => void

/** Without a listener, Kysely doesn't measure statements. */
export const logTo = (listener: StatementListener | undefined): Pick<KyselyConfig, 'log'> =>
  listener ? { log: (event) => listener(kindOf(event), event.queryDurationMillis / 1000, event.level === 'error') } : {}

/** Returns `select` for a SelectQueryNode, and `raw` for handwritten SQL. */
const kindOf = ({ query }: LogEvent) => query.query.kind.replace(/(Query)?Node$/, '').toLowerCase()
