import { expect, test } from 'vitest'
import { useServer } from '#test/support/use-server.ts'
import { isOpenToAll } from './link-access.ts'
import { createLinkFactsRepository, isOpenToAllAt, joinedFactColumns, toJoinedFacts } from './link-facts.repository.ts'

const { server, build } = useServer()

const now = new Date('2026-06-01T12:00:00.000Z')
const at = now.toISOString()

const privacies = [
  { is_private: 0, password_hash: null },
  { is_private: 1, password_hash: null },
  { is_private: 0, password_hash: 'hash' },
  { is_private: 1, password_hash: 'hash' },
]
const expiries = [null, '2026-06-01T12:00:00.001Z', at, '2026-06-01T11:59:59.999Z']
const owners = {
  active: { is_confirmed: 1, disabled_at: null, removed_at: null },
  unconfirmed: { is_confirmed: 0, disabled_at: null, removed_at: null },
  disabled: { is_confirmed: 1, disabled_at: at, removed_at: null },
  removed: { is_confirmed: 1, disabled_at: at, removed_at: at },
}

test('SQL and code agree on which links are open to all', async () => {
  const link = await build.aLink()
  const { findFacts } = createLinkFactsRepository(server.db)
  const open: object[] = []
  for (const [state, columns] of Object.entries(owners)) {
    await server.db.updateTable('users').set(columns).where('id', '=', link.owner.id).execute()
    for (const privacy of privacies) {
      for (const expiresAt of expiries) {
        const change = { ...privacy, expires_at: expiresAt }
        await server.db.updateTable('links').set(change).where('id', '=', link._id).execute()
        const facts = await findFacts(link._id)
        const query = server.db.selectFrom('links').select('id').where('id', '=', link._id).where(isOpenToAllAt(at))
        const isOpen = (await query.executeTakeFirst()) !== undefined
        expect(facts?.ownerState).toBe(state)
        expect(isOpen, JSON.stringify(facts)).toBe(facts && isOpenToAll(facts, now))
        if (isOpen) open.push({ state, ...change })
      }
    }
  }
  expect(open).toEqual(expiries.slice(0, 2).map((expires_at) => ({ state: 'active', ...privacies[0], expires_at })))
})

test('joined columns give the same facts', async () => {
  const { _id: id } = await build.aLink({ isPrivate: true, allowDownloads: false, comments: 'guests', choosing: 'on' })
  const row = await server.db
    .selectFrom('links')
    .select(joinedFactColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const facts = toJoinedFacts(row)
  expect(facts).toEqual(await createLinkFactsRepository(server.db).findFacts(id))
  expect(facts).toMatchObject({ id, isPrivate: true, allowDownloads: false, comments: 'guests', choosing: 'on' })
})
