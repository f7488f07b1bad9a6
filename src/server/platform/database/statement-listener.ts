import type { KyselyConfig, LogEvent } from 'kysely'

/** Told of each statement: its kind, how long it took, and whether it failed. */
export type StatementListener = (kind: string, seconds: number, hasFailed: boolean) => void

/** Without a listener Kysely takes no times at all. */
export const logTo = (listener: StatementListener | undefined): Pick<KyselyConfig, 'log'> =>
  listener ? { log: (event) => listener(kindOf(event), event.queryDurationMillis / 1000, event.level === 'error') } : {}

/** `select` of a SelectQueryNode; what we write by hand is `raw`. */
const kindOf = ({ query }: LogEvent) => query.query.kind.replace(/(Query)?Node$/, '').toLowerCase()
