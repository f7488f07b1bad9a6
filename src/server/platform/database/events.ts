import type { ActivityRow } from './activity-schema.ts'
import type { Database } from './database.ts'
import { lockUsage } from './lock-usage.ts'
import type { TaskRow } from './schema.ts'

/** Something for a link's owner to know, as features/activity has prepared it, with the task that mails it. */
export type PreparedEvent = { row: ActivityRow; task: TaskRow | undefined }

/** For the repository of whatever happened, in the same transaction: nobody is told of what was rolled back, or not told. */
export async function insertEvent(db: Database, { row, task }: PreparedEvent) {
  await lockUsage(db, row.user_id)
  const result = await db
    .insertInto('activity')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  const isNew = (result.numInsertedOrUpdatedRows ?? 0n) > 0n
  if (isNew && task) await db.insertInto('tasks').values(task).execute()
  return isNew
}

/** The request about a choice was answered. */
export const settleEventsOfChoice = (db: Database, choiceId: string) =>
  db.updateTable('activity').set({ is_waiting: 0 }).where('choice_id', '=', choiceId).execute()

/** The choice is gone, and what its guest wrote with it. */
export const removeEventsOfChoice = (db: Database, choiceId: string) =>
  db.deleteFrom('activity').where('choice_id', '=', choiceId).execute()
