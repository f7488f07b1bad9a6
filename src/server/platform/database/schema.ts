/**
 * The tables that platform owns. Each feature declares its own in `<feature>.tables.ts`, and src/server/database-schema.ts
 * adds those to this interface. Unless noted, both engines use text IDs, ISO text for UTC timestamps, and 0 and 1 for
 * booleans.
 */
export interface Tables {
  rate_limits: RateLimitRow
  tasks: TaskTable
}

/** A counter shared by all nodes. The key is a signature, so it doesn't reveal who was counted. */
type RateLimitRow = { key: string; count: number; ends_at: string }

export type TaskRow = {
  id: string
  kind: string
  payload: string
  attempts: number
  run_at: string
  created_at: string
}

type TaskTable = TaskRow & {
  /** Null before the first attempt and during an attempt. */
  last_error: string | null
}
