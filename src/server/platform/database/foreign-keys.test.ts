import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useServer } from '#test/support/use-server.ts'
import { findOrphanedRows } from './foreign-keys.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

async function removeUnchecked(userId: string) {
  const isSqlite = server.config.database.kind === 'sqlite'
  const remove = sql`delete from users where id = ${userId}`
  if (isSqlite) {
    await sql`pragma foreign_keys = off`.execute(server.db)
    await remove.execute(server.db)
    await sql`pragma foreign_keys = on`.execute(server.db)
    return
  }
  await server.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await remove.execute(tx)
  })
}

test('findOrphanedRows reports orphaned rows per foreign key', async () => {
  const owner = await build.aUser()
  for (let n = 0; n < 6; n++) await build.aLink({ owner })
  const { kind } = server.config.database
  expect(await findOrphanedRows(server.db, kind)).toEqual([])

  await removeUnchecked(owner.id)
  const problems = await findOrphanedRows(server.db, kind)
  expect(problems).toContain(`links: 6 rows refer to a row of users that doesn't exist (such as user_id ${owner.id})`)
  expect(problems).toContain(`usage: 1 row refers to a row of users that doesn't exist (such as user_id ${owner.id})`)
})
