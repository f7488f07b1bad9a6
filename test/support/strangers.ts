import { newId } from '#server/platform/ids.ts'
import type { TestServer } from './server.ts'

type Chosen = { imageId: string; note?: string }

const rowsAtOnce = 500

async function insertAll<Row>(rows: Row[], insert: (some: Row[]) => Promise<unknown>) {
  for (let start = 0; start < rows.length; start += rowsAtOnce) await insert(rows.slice(start, start + rowsAtOnce))
}

/** What many strangers left on links, as rows: each has the name `Guest N` and came a second after the one before. */
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

    /** One choice for each, the newest last; their ids. */
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

    /** `word N`, the newest last. */
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
