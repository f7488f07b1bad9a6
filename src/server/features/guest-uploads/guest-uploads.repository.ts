import {
  findGuest,
  type GuestChange,
  listAddingGuests,
  updateGuest,
} from '#server/features/access/guests.repository.ts'
import { insertUploadEvent, type PreparedEvent } from '#server/features/activity/events.repository.ts'
import { bindImages } from '#server/features/images/images.repository.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { AskGuestName } from '#shared/link-forms.ts'

export const createGuestUploadRepository = (db: Database) => withTransactions(db, bind)
export type GuestUploadRepository = ReturnType<typeof createGuestUploadRepository>

/** What a link takes from guests. */
type UploadRules = {
  userId: string
  needsApproval: boolean
  askName: AskGuestName
  closesAt: string | null
  limit: number
  limitPerGuest: number
  imageCount: number
}

function bind(db: Database) {
  return {
    ...bindImages(db),

    findGuest: (id: string) => findGuest(db, id),
    listGuests: (linkId: string, after: Cursor | undefined, limit: number) =>
      listAddingGuests(db, linkId, after, limit),
    updateGuest: (id: string, change: GuestChange) => updateGuest(db, id, change),
    insertUploadEvent: (event: PreparedEvent, since: string) => insertUploadEvent(db, event, since),

    async findRules(linkId: string): Promise<UploadRules | undefined> {
      const row = await db
        .selectFrom('links')
        .select(['user_id', 'approve_uploads', 'ask_guest_name', 'uploads_close_at'])
        .select(['guest_upload_limit', 'upload_limit_per_guest', 'guest_image_count'])
        .where('id', '=', linkId)
        .executeTakeFirst()
      return (
        row && {
          userId: row.user_id,
          needsApproval: row.approve_uploads === 1,
          askName: row.ask_guest_name as AskGuestName,
          closesAt: row.uploads_close_at,
          limit: row.guest_upload_limit,
          limitPerGuest: row.upload_limit_per_guest,
          imageCount: row.guest_image_count,
        }
      )
    },
  }
}
