import { lockUsage } from '#server/features/accounts/usage.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import type { ActivityRow } from './activity.tables.ts'

/** An event for a link's owner, with the task that emails it. */
export type PreparedEvent = { row: ActivityRow; task: Task | undefined }

/** Call it in the same transaction as the change, so that the event exists only if the change is committed. */
export async function insertEvent(db: Database, { row, task }: PreparedEvent) {
  await lockUsage(db, row.user_id)
  const result = await db
    .insertInto('activity')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  const isNew = (result.numInsertedOrUpdatedRows ?? 0n) > 0n
  if (isNew && task) await insertTask(db, task)
  return isNew
}

export const settleEventsOfChoice = (db: Database, choiceId: string) =>
  db.updateTable('activity').set({ is_waiting: 0 }).where('choice_id', '=', choiceId).execute()

export const removeEventsOfChoice = (db: Database, choiceId: string) =>
  db.deleteFrom('activity').where('choice_id', '=', choiceId).execute()

/** An edited comment that needs approval should look new to the owner. */
export const markEventOfCommentUnread = (db: Database, commentId: string) =>
  db.updateTable('activity').set({ is_read: 0 }).where('comment_id', '=', commentId).execute()
