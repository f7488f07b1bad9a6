import type { Database } from '#server/platform/database/database.ts'
import type { ChoiceRow } from './choices.tables.ts'

export type ImportedChoice = {
  id: string
  guestId: string
  name: string
  email: string | null
  message: string
  isSent: boolean
  sentAt: string | null
  createdAt: string
  images: { imageId: string; note: string }[]
}

const toRow = (linkId: string, choice: ImportedChoice): ChoiceRow => ({
  id: choice.id,
  link_id: linkId,
  guest_id: choice.guestId,
  user_id: null,
  is_sent: choice.isSent ? 1 : 0,
  sent_at: choice.sentAt,
  asked_at: null,
  name: choice.name || null,
  email: choice.email,
  message: choice.message,
  created_at: choice.createdAt,
  updated_at: choice.sentAt ?? choice.createdAt,
})

/** Returns the numbers of new lists and new favorites. Existing ones stay as they are. */
export async function insertImportedChoices(db: Database, linkId: string, choices: ImportedChoice[]) {
  if (choices.length === 0) return { choices: 0, images: 0 }
  const inserted = await db
    .insertInto('choices')
    .values(choices.map((choice) => toRow(linkId, choice)))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  const rows = choices.flatMap(({ id, images }) =>
    images.map(({ imageId, note }) => ({ choice_id: id, image_id: imageId, note })),
  )
  const counts = { choices: Number(inserted.numInsertedOrUpdatedRows), images: 0 }
  if (rows.length === 0) return counts
  const chosen = await db
    .insertInto('choice_images')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['choice_id', 'image_id']).doNothing())
    .executeTakeFirstOrThrow()
  return { ...counts, images: Number(chosen.numInsertedOrUpdatedRows) }
}
