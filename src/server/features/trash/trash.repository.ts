import { subtractUsage } from '#server/features/accounts/usage.repository.ts'
import { bindImages } from '#server/features/images/images.repository.ts'
import { bindTrashedLinks } from '#server/features/links/trashed-links.repository.ts'
import { insertRemoval, insertRemovedAccount } from '#server/features/removals/deleted-accounts.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'

export const createTrashRepository = (db: Database) => withTransactions(db, bind)
export type TrashRepository = ReturnType<typeof createTrashRepository>

function bind(db: Database) {
  const { moveTrashed, ...images } = bindImages(db)
  return {
    ...images,
    ...bindTrashedLinks(db),

    /** Gives the images to a removed account. Returns their number and size. */
    async purgeTrashed(userId: string, ids: string[], removedId: string, now: string) {
      await insertRemovedAccount(db, removedId, now)
      await insertRemoval(db, removedId)
      return moveTrashed(userId, ids, removedId)
    },

    freeBytes: (userId: string, bytes: number) => subtractUsage(db, userId, { images: 0, bytes }),

    insertTask: (task: Task) => insertTask(db, task),
  }
}
