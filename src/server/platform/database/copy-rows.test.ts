import { expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase, createTestDatabase } from '#test/support/database.ts'
import { copyRows, readSnapshot } from './copy-rows.ts'
import { createDatabase } from './database.ts'

test('copied rows are the same even if triggers change other tables', async () => {
  const [source, target] = [await createMigratedDatabase(), await createTestDatabase()]
  onTestFinished(async () => {
    await source.remove()
    await target.remove()
  })
  const db = await createDatabase(source.options)
  const user_id = 'mara'
  await db
    .insertInto('users')
    .values({ id: user_id, name: 'Mara', gallery_name: null, email: 'm@x.example', password_hash: '', created_at: '' })
    .execute()
  await db.insertInto('notification_settings').values({ user_id, quiet_until: '', sending_until: '' }).execute()
  await db.insertInto('notification_preferences').values({ user_id, name: 'comments', value: 'off' }).execute()
  await db.destroy()

  const copy = () => readSnapshot(source.options, (from) => copyRows(from, source.options.kind, target.options))
  const count = await copy()
  expect(count).toBeGreaterThanOrEqual(3)
  expect(await copy()).toBe(count)

  const copied = await createDatabase(target.options)
  expect(await copied.selectFrom('notification_preferences').selectAll().execute()).toEqual([
    { user_id, name: 'comments', value: 'off' },
  ])
  await copied.destroy()

  const partial = await createTestDatabase()
  onTestFinished(() => partial.remove())
  const without = ['notification_preferences']
  const copyPart = () =>
    readSnapshot(source.options, (from) => copyRows(from, source.options.kind, partial.options, { without }))
  expect(await copyPart()).toBe(count - 1)
  expect(await copyPart()).toBe(count - 1)
})
