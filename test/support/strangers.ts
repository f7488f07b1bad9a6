import { sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'
import type { TestServer } from './server.ts'

type Chosen = { imageId: string; note?: string }

const rowsAtOnce = 500

async function insertAll<Row>(rows: Row[], insert: (some: Row[]) => Promise<unknown>) {
  for (let start = 0; start < rows.length; start += rowsAtOnce) await insert(rows.slice(start, start + rowsAtOnce))
}

export function createStrangers({ db }: Pick<TestServer, 'db'>) {
  const instantOf = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()

  async function guests(linkId: string, count: number) {
    const rows = Array.from({ length: count }, (_, n) => ({
      ...{ id: newId(), link_id: linkId, invitation_id: null },
      ...{ name: `Guest ${n}`, email: null, created_at: instantOf(n) },
    }))
    await insertAll(rows, (some) => db.insertInto('guests').values(some).execute())
    return rows.map(({ id }) => id)
  }

  return {
    guests,

    /** Inserts one choice per guest, oldest first, and returns the IDs. */
    async choices(linkId: string, count: number, chosenBy: (n: number) => Chosen[]) {
      const guestIds = await guests(linkId, count)
      const rows = guestIds.map((guestId, n) => ({
        ...{
          id: newId(),
          link_id: linkId,
          guest_id: guestId,
          user_id: null,
          is_sent: 0,
          sent_at: null,
          asked_at: null,
        },
        ...{ name: null, email: null, message: '', created_at: instantOf(n), updated_at: instantOf(n) },
      }))
      await insertAll(rows, (some) => db.insertInto('choices').values(some).execute())
      const images = rows.flatMap(({ id }, n) =>
        chosenBy(n).map(({ imageId, note = '' }) => ({ choice_id: id, image_id: imageId, note })),
      )
      await insertAll(images, (some) => db.insertInto('choice_images').values(some).execute())
      return rows.map(({ id }) => id)
    },

    async followers(linkId: string, count: number) {
      const rows = Array.from({ length: count }, (_, n) => ({
        ...{ id: newId(), link_id: linkId, email: `follower-${n}@example.org`, invitation_id: null },
        ...{ password_version: null, asked_invitation_id: null, asked_password_version: null },
        ...{ created_at: instantOf(n), confirmed_at: instantOf(n), told_until: '2100-01-01T00:00:00.000Z' },
      }))
      await insertAll(rows, (some) => db.insertInto('followers').values(some).execute())
      const counted = sql<number>`follower_count + ${count}`
      await db.updateTable('links').set({ follower_count: counted }).where('id', '=', linkId).execute()
    },

    async events(link: { _id: string; owner: { id: string } }, count: number) {
      const now = Date.now()
      const rows = Array.from({ length: count }, (_, n) => ({
        ...{ id: newId(), user_id: link.owner.id, link_id: link._id, kind: 'opened', image_id: null, comment_id: null },
        ...{ choice_id: null, name: `Guest ${n}`, text: '', is_waiting: 0, is_read: 0, mail: null, mail_due_at: null },
        created_at: new Date(now - (count - n) * 10).toISOString(),
      }))
      await insertAll(rows, (some) => db.insertInto('activity').values(some).execute())
    },

    /** Inserts comments with the text `word N`, oldest first. */
    async comments(linkId: string, imageId: string, count: number, state: 'shown' | 'waiting' = 'shown') {
      const [guestId = ''] = await guests(linkId, 1)
      const rows = Array.from({ length: count }, (_, n) => ({
        ...{ id: newId(), image_id: imageId, user_id: null, guest_id: guestId, guest_name: 'Guest' },
        ...{ content: `word ${n}`, state, created_at: instantOf(n), updated_at: instantOf(n) },
      }))
      await insertAll(rows, (some) => db.insertInto('comments').values(some).execute())
    },
  }
}
