import { sql } from 'kysely'
import { type Clock, instantIn, instantNow, minutes } from '../clock.ts'
import { createJob, type Log } from '../concurrency/job.ts'
import { newId } from '../ids.ts'
import type { ErrorRedactor } from '../redact.ts'
import type { Database } from './database.ts'
import type { TaskRow } from './schema.ts'

export type Task = TaskRow

/** Pending tasks of one kind. `attempts` is the most that any of them has had; `since` belongs to the oldest one. */
export type TaskStatistics = { kind: string; count: number; failing: number; attempts: number; since: string }

type Dependencies = {
  db: Database
  clock: Clock
  log: Log
  redactError: ErrorRedactor
}

type Handler = { handle: (payload: unknown) => Promise<void>; isLong: boolean }

/**
 * The backoff is exponential. It's also the lease: how long a node can work on a task before another node retries it.
 */
const firstRetryMs = minutes(2)
const maxRetryMs = minutes(60)
const shortAtOnce = 4

/** Does nothing if there's already a task with this ID. */
export const insertTask = (db: Database, task: Task) =>
  db
    .insertInto('tasks')
    .values(task)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

/** Makes a failed task due. Running tasks have no error: making one due would run it twice. */
export const retryTask = (db: Database, id: string, now: string) =>
  db
    .updateTable('tasks')
    .set({ run_at: now })
    .where('id', '=', id)
    .where('last_error', 'is not', null)
    .returning('kind')
    .executeTakeFirst()

export async function retryFailedTasks(db: Database, now: string) {
  const result = await db
    .updateTable('tasks')
    .set({ run_at: now })
    .where('last_error', 'is not', null)
    .where('run_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(result.numUpdatedRows)
}

/**
 * A durable task queue. Features insert a task in the same transaction as the change it belongs to, and nodes retry the
 * task until it succeeds.
 */
export function createTasks({ db, clock, log, redactError }: Dependencies) {
  const handlers = new Map<string, Handler>()

  /** Takes the next due task and postpones its next attempt, so that no other node takes it in the meantime. */
  async function take(isLong: boolean): Promise<TaskRow | undefined> {
    const kinds = [...handlers.keys()].filter((kind) => handlers.get(kind)?.isLong === isLong)
    if (kinds.length === 0) return undefined
    const now = instantNow(clock)
    const next = await db
      .selectFrom('tasks')
      .selectAll()
      .where('run_at', '<=', now)
      .where('kind', 'in', kinds)
      .orderBy('run_at')
      .limit(1)
      .executeTakeFirst()
    if (!next) return undefined
    const waitMs = Math.min(firstRetryMs * 2 ** next.attempts, maxRetryMs)
    const taken = await db
      .updateTable('tasks')
      .set({ attempts: next.attempts + 1, run_at: instantIn(clock, waitMs), last_error: null })
      .where('id', '=', next.id)
      .where('attempts', '=', next.attempts)
      .returningAll()
      .executeTakeFirst()
    return taken ?? take(isLong)
  }

  /** Runs several tasks at a time, so that one slow email doesn't delay the rest. */
  const runShort = () => Promise.all(Array.from({ length: shortAtOnce }, () => runUntilEmpty(false)))

  /** Long tasks take turns, so together they're no more noticeable than one. */
  const runLong = () => runUntilEmpty(true)

  async function runUntilEmpty(isLong: boolean) {
    for (let task = await take(isLong); task; task = isStopping() ? undefined : await take(isLong)) {
      try {
        await handlers.get(task.kind)?.handle(JSON.parse(task.payload))
        await db.deleteFrom('tasks').where('id', '=', task.id).execute()
      } catch (error) {
        log.error({ err: error, task: task.kind, attempts: task.attempts }, 'a task failed; it will be retried')
        await noteFailure(task, error)
      }
    }
  }

  /** Does nothing if another node has taken over the task. */
  const noteFailure = ({ id, attempts }: TaskRow, error: unknown) =>
    db
      .updateTable('tasks')
      .set({ last_error: redactError(error) })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .execute()

  const everyMs = minutes(0.5)
  // Runs of a job never overlap, so in the same job, new emails would wait until a long task ends.
  const jobs = [
    createJob({ name: 'tasks', everyMs, run: runShort, log }),
    createJob({ name: 'long tasks', everyMs, run: runLong, log }),
  ]
  const isStopping = () => jobs.some((job) => job.isStopping())

  return {
    /** Tasks that can take minutes are long. */
    define<Payload>(kind: string, handle: (payload: Payload) => Promise<void>, { isLong = false } = {}) {
      handlers.set(kind, { handle: handle as Handler['handle'], isLong })
      return (payload: Payload): TaskRow => {
        const now = instantNow(clock)
        return { id: newId(), kind, payload: JSON.stringify(payload), attempts: 0, run_at: now, created_at: now }
      }
    },
    kinds: () => [...handlers.keys()],
    /** Skips tasks whose first attempt is scheduled for later, such as tomorrow's emails. */
    async statistics(): Promise<TaskStatistics[]> {
      const { rows } = await sql<TaskStatistics>`
        select kind, count(*) as count, sum(case when attempts > 1 or last_error is not null then 1 else 0 end) as failing,
          max(attempts) as attempts, min(case when attempts = 0 then run_at else created_at end) as since
        from tasks where attempts > 0 or run_at <= ${instantNow(clock)} group by kind`.execute(db)
      return rows.map((row) => ({ ...row, count: Number(row.count), failing: Number(row.failing) }))
    },
    runDue: () => Promise.all([runShort(), runLong()]),
    isStopping,
    nudge() {
      for (const job of jobs) job.nudge()
    },
    start() {
      for (const job of jobs) job.start()
    },
    stop: () => Promise.all(jobs.map((job) => job.stop())),
  }
}
export type Tasks = ReturnType<typeof createTasks>
