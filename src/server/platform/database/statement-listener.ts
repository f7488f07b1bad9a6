import type { KyselyConfig, LogEvent } from 'kysely'

export type StatementListener = (kind: string, seconds: number, hasFailed: boolean) => void

/** Without a listener Kysely doesn't measure at all. */
export const logTo = (listener: StatementListener | undefined): Pick<KyselyConfig, 'log'> =>
  listener ? { log: (event) => listener(kindOf(event), event.queryDurationMillis / 1000, event.level === 'error') } : {}

/** `select` for a SelectQueryNode; handwritten SQL is `raw`. */
const kindOf = ({ query }: LogEvent) => query.query.kind.replace(/(Query)?Node$/, '').toLowerCase()
