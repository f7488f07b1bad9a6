import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { createTasks, insertTask } from '#server/platform/database/tasks.ts'
import { createStoppedClock } from '#test/support/clock.ts'
import { createMigratedDatabase } from '#test/support/database.ts'
import { insertRemoval, insertRemovedAccount } from './deleted-accounts.repository.ts'
import { createRemovalRepository } from './removals.repository.ts'
import { createRemovalService } from './removals.service.ts'

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let db: Database

beforeEach(async () => {
  database = await createMigratedDatabase()
  db = await createDatabase(database.options)
})
afterEach(async () => {
  await db.destroy()
  await database.remove()
})

test('emails are sent while links are removed one at a time', async () => {
  const clock = createStoppedClock()
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const tasks = createTasks({ db, clock, log, redactError: String })
  const subtracted: string[] = []
  const sent: string[] = []
  const slow = Promise.withResolvers<boolean>()
  const { taskOf } = createRemovalService({
    removals: createRemovalRepository(db, tasks.isStopping),
    subtraction: {
      subtractHours({ link_id: linkId }) {
        subtracted.push(linkId)
        return slow.promise
      },
      subtractHosts: async () => false,
      removeEmptyHosts: async () => {},
    },
    tasks,
    clock,
    onDeletionScheduled: () => {},
  })
  const mail = tasks.define('mail', async (to: string) => void sent.push(to))
  for (const linkId of ['a', 'b']) {
    await insertRemovedAccount(db, `of-${linkId}`, clock.now().toISOString())
    await insertRemoval(db, `of-${linkId}`, { linkId, ownerId: 'owner' })
    await insertTask(db, taskOf(`of-${linkId}`))
    clock.advance(1)
  }

  tasks.start()
  await vi.waitFor(() => expect(subtracted).toEqual(['a']))
  await insertTask(db, mail('ann@example.com'))
  tasks.nudge()
  await vi.waitFor(() => expect(sent).toEqual(['ann@example.com']))
  expect(subtracted).toEqual(['a'])
  slow.resolve(false)
  await vi.waitFor(async () => expect(await db.selectFrom('tasks').selectAll().execute()).toEqual([]))
  expect(subtracted).toEqual(['a', 'b'])
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  await tasks.stop()
})
