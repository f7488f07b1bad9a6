import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'

export type Outcome = 'finished' | 'failed'
type Attempt = { startedAt: string; finishedAt: string; bytes: number; images: number; error: string | null }
export type LastBackup = Attempt & { count: number; alertedAt: string | null }

export const createLastBackupRepository = (db: Database) => withTransactions(db, bind)
export type LastBackupRepository = ReturnType<typeof createLastBackupRepository>

function bind(db: Database) {
  return {
    async read(): Promise<{ [outcome in Outcome]?: LastBackup }> {
      const rows = await db.selectFrom('last_backups').selectAll().execute()
      return Object.fromEntries(
        rows.map((row) => [
          row.outcome,
          {
            startedAt: row.started_at,
            finishedAt: row.finished_at,
            bytes: Number(row.bytes),
            images: Number(row.images),
            error: row.error,
            count: Number(row.count),
            alertedAt: row.alerted_at,
          },
        ]),
      )
    },

    /** Idempotent per attempt: both the command and the server that spawned it record the result. */
    upsert: (outcome: Outcome, { startedAt, finishedAt, bytes, images, error }: Attempt) =>
      db
        .insertInto('last_backups')
        .values({ outcome, started_at: startedAt, finished_at: finishedAt, bytes, images, error, count: 1 })
        .onConflict((conflict) =>
          conflict
            .column('outcome')
            .doUpdateSet((eb) => ({
              started_at: startedAt,
              finished_at: finishedAt,
              bytes,
              images,
              error,
              count: eb('last_backups.count', '+', 1),
            }))
            .where('last_backups.started_at', '<', startedAt),
        )
        .execute(),

    /** Returns false if another node has already claimed the alert. */
    async claimAlert(outcome: Outcome, previousAlertAt: string | null, now: string) {
      const { numUpdatedRows } = await db
        .updateTable('last_backups')
        .set({ alerted_at: now })
        .where('outcome', '=', outcome)
        .where('alerted_at', previousAlertAt === null ? 'is' : '=', previousAlertAt)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    insertTask: (task: Task) => insertTask(db, task),
  }
}
