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

function useRemovals({
  turnMs,
  subtractHours,
}: {
  turnMs?: number
  subtractHours: (linkId: string) => Promise<boolean>
}) {
  const clock = createStoppedClock()
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const tasks = createTasks({ db, clock, log, redactError: String })
  const { taskOf } = createRemovalService({
    removals: createRemovalRepository(db, tasks.isStopping),
    subtraction: {
      subtractHours: ({ link_id: linkId }) => subtractHours(linkId),
      subtractHosts: async () => false,
      removeEmptyHosts: async () => {},
    },
    tasks,
    clock,
    onDeletionScheduled: () => {},
    ...(turnMs !== undefined && { turnMs }),
  })
  async function queue(linkId: string) {
    await insertRemovedAccount(db, `of-${linkId}`, clock.now().toISOString())
    await insertRemoval(db, `of-${linkId}`, { linkId, ownerId: 'owner' })
    await insertTask(db, taskOf(`of-${linkId}`))
    clock.advance(1)
  }
  const untilDone = () => vi.waitFor(async () => expect(await db.selectFrom('tasks').selectAll().execute()).toEqual([]))
  return { tasks, queue, untilDone }
}

test('emails are sent while links are removed one at a time', async () => {
  const subtracted: string[] = []
  const sent: string[] = []
  const slow = Promise.withResolvers<boolean>()
  const { tasks, queue, untilDone } = useRemovals({
    subtractHours(linkId) {
      subtracted.push(linkId)
      return slow.promise
    },
  })
  const mail = tasks.define('mail', async (to: string) => void sent.push(to))
  for (const linkId of ['a', 'b']) await queue(linkId)

  tasks.start()
  await vi.waitFor(() => expect(subtracted).toEqual(['a']))
  await insertTask(db, mail('ann@example.com'))
  tasks.nudge()
  await vi.waitFor(() => expect(sent).toEqual(['ann@example.com']))
  expect(subtracted).toEqual(['a'])
  slow.resolve(false)
  await untilDone()
  expect(subtracted).toEqual(['a', 'b'])
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  await tasks.stop()
})

test('a long removal lets others go first after its turn', async () => {
  const subtracted: string[] = []
  const { tasks, queue, untilDone } = useRemovals({
    turnMs: 0,
    async subtractHours(linkId) {
      subtracted.push(linkId)
      return linkId === 'long' && subtracted.length < 4
    },
  })
  for (const linkId of ['long', 'short']) await queue(linkId)
  tasks.start()
  await untilDone()
  expect(subtracted).toEqual(['long', 'short', 'long', 'long'])
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  await tasks.stop()
})
