import { expect, vi } from 'vitest'
import type { TrashEntry, TrashTotals } from '#shared/trash.ts'
import type { Person } from './builders.ts'
import { findFaults } from './pictures.ts'
import type { TestServer } from './server.ts'

type Trash = { data: TrashEntry[]; totals: TrashTotals; nextCursor?: string }

export function createTrash(server: TestServer) {
  return {
    list: async ({ token }: Person, kind: 'link' | 'image', query = ''): Promise<Trash> =>
      (await server.get(`/api/trash?kind=${kind}${query}`, { token })).body,

    restore: ({ token }: Person, body: object) => server.post('/api/trash/restore', body, { token }),

    purge: ({ token }: Person, body: object) => server.del('/api/trash', body, { token }),

    trashLink: (link: { _id: string; owner: Person }, query = '') =>
      server.del(`/api/links/${link._id}${query}`, undefined, { token: link.owner.token }),

    trashImage: (image: { _id: string; owner: Person }, query = '') =>
      server.del(`/api/images/${image._id}${query}`, undefined, { token: image.owner.token }),

    async usageOf({ id }: Person) {
      const row = await server.db.selectFrom('usage').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
      return { links: row.links, images: row.images, bytes: Number(row.bytes) }
    },

    /** Files are deleted in the background. */
    expectNoFaults: () => vi.waitFor(async () => expect(await findFaults(server)).toEqual([])),
  }
}

export const idsIn = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id)
