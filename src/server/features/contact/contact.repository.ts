import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import type { ContactMessage } from '#shared/contact-forms.ts'

type ContactRecord = ContactMessage & { id: string; userId: string | null; createdAt: string }

export function createContactRepository(db: Database) {
  return {
    insert: ({ id, userId, name, email, subject, message, createdAt }: ContactRecord, task: Task) =>
      inTransaction(db, async (tx) => {
        await tx
          .insertInto('contact_messages')
          .values({ id, user_id: userId, name, email, subject, message, created_at: createdAt })
          .execute()
        await insertTask(tx, task)
      }),

    removeBefore: (instant: string) => db.deleteFrom('contact_messages').where('created_at', '<', instant).execute(),

    find: (id: string) => db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst(),
  }
}
export type ContactRepository = ReturnType<typeof createContactRepository>
