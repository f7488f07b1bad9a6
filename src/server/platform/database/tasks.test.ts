import { setImmediate as aMoment } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStoppedClock } from '#test/support/clock.ts'
import { createMigratedDatabase } from '#test/support/database.ts'
import { minutes } from '../clock.ts'
import { createDatabase, type Database } from './database.ts'
import { createTasks, insertTask } from './tasks.ts'

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let connections: Database[]
let db: Database
let clock: ReturnType<typeof createStoppedClock>
let errors: object[]

beforeEach(async () => {
  database = await createMigratedDatabase()
  connections = []
  db = await connect()
  clock = createStoppedClock()
  errors = []
})
afterEach(async () => {
  for (const connection of connections) await connection.destroy()
  await database.remove()
})

async function connect() {
  const connection = await createDatabase(database.options)
  connections.push(connection)
  return connection
}

/** A queue with its own clock doesn't retry tasks when the test's clock advances. */
const createQueue = (connection: Database, ownClock = clock) =>
  createTasks({
    db: connection,
    clock: ownClock,
    redactError: (error) => `Told: ${(error as Error).message}`,
    log: { info: () => {}, warn: () => {}, error: (details) => void errors.push(details) },
  })
type Queue = ReturnType<typeof createQueue>

async function look(queue: Queue) {
  await queue.runDue()
}

const remaining = () => db.selectFrom('tasks').selectAll().execute()

test('a task runs with its payload and is then deleted', async () => {
  const sent: unknown[] = []
  const queue = createQueue(db)
  const mail = queue.define('mail', async (payload: { to: string }) => void sent.push(payload))
  await db
    .insertInto('tasks')
    .values(mail({ to: 'ännä "quoted" 🌅' }))
    .execute()

  await look(queue)
  expect(sent).toEqual([{ to: 'ännä "quoted" 🌅' }])
  expect(await remaining()).toEqual([])
})

test('a task from a rolled-back transaction never runs', async () => {
  const sent: unknown[] = []
  const queue = createQueue(db)
  const mail = queue.define('mail', async (payload: string) => void sent.push(payload))
  const work = db.transaction().execute(async (tx) => {
    await tx.insertInto('tasks').values(mail('never')).execute()
    throw new Error('no')
  })

  await expect(work).rejects.toThrow('no')
  await look(queue)
  expect(sent).toEqual([])
})

test('every task runs once even with four queues', async () => {
  const done: number[] = []
  const queues: Queue[] = []
  for (let i = 0; i < 4; i++) queues.push(createQueue(await connect()))
  const rows = queues.map((queue) =>
    queue.define('count', async (index: number) => {
      await aMoment()
      done.push(index)
    }),
  )
  const [toRow] = rows
  for (let index = 0; index < 20; index++) {
    if (toRow) await db.insertInto('tasks').values(toRow(index)).execute()
  }

  await Promise.all(queues.map(look))
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(await remaining()).toEqual([])
  expect(errors).toEqual([])
})

test('the oldest task runs first', async () => {
  const done: string[] = []
  const queue = createQueue(db)
  const note = queue.define('note', async (text: string) => void done.push(text))
  for (const text of ['first', 'second', 'third']) {
    await db.insertInto('tasks').values(note(text)).execute()
    clock.advance(1)
  }

  await look(queue)
  expect(done).toEqual(['first', 'second', 'third'])
})

test('a failed task is retried with delays that double up to an hour', async () => {
  const triedAt: number[] = []
  const begin = clock.monotonicMs()
  const queue = createQueue(db)
  const mail = queue.define('mail', async () => {
    triedAt.push((clock.monotonicMs() - begin) / minutes(1))
    throw new Error('no answer')
  })
  await db.insertInto('tasks').values(mail('ann')).execute()

  for (let minute = 0; minute <= 250; minute++) {
    clock.advance(begin + minutes(minute) - 1 - clock.monotonicMs())
    await look(queue)
    clock.advance(1)
    await look(queue)
  }

  expect(triedAt).toEqual([0, 2, 6, 14, 30, 62, 122, 182, 242])
  expect(await remaining()).toMatchObject([{ kind: 'mail', attempts: 9 }])
  expect(errors).toHaveLength(9)
  expect(errors[0]).toMatchObject({ err: new Error('no answer'), task: 'mail', attempts: 1 })
})

test('a task stores its last error until the next attempt starts', async () => {
  const queue = createQueue(db)
  const during: (string | null | undefined)[] = []
  const mail = queue.define('mail', async () => {
    during.push((await remaining())[0]?.last_error)
    throw new Error('no answer')
  })
  await db.insertInto('tasks').values(mail('ann')).execute()

  await look(queue)
  expect(await remaining()).toMatchObject([{ attempts: 1, last_error: 'Told: no answer' }])
  clock.advance(minutes(2))
  await look(queue)
  expect(during).toEqual([null, null])
  expect(await remaining()).toMatchObject([{ attempts: 2, last_error: 'Told: no answer' }])
})

test("a late failure doesn't overwrite the error of a task that another node has taken over", async () => {
  const halted = Promise.withResolvers<void>()
  const slow = createQueue(await connect(), createStoppedClock())
  const begun = Promise.withResolvers<void>()
  const mail = slow.define('mail', () => {
    begun.resolve()
    return halted.promise
  })
  await db.insertInto('tasks').values(mail('ann')).execute()
  const working = look(slow)
  await begun.promise
  clock.advance(minutes(2))
  const other = createQueue(db)
  other.define('mail', () => Promise.reject(new Error('the newer reason')))
  await look(other)

  halted.reject(new Error('the older reason'))
  await working
  expect(await remaining()).toMatchObject([{ attempts: 2, last_error: 'Told: the newer reason' }])
})

test("a failing task doesn't delay the others", async () => {
  const done: string[] = []
  const queue = createQueue(db)
  const mail = queue.define('mail', async (to: string) => {
    if (to === 'broken') throw new Error('no answer')
    done.push(to)
  })
  for (const to of ['broken', 'ann', 'bob']) await db.insertInto('tasks').values(mail(to)).execute()

  await look(queue)
  expect(done.sort()).toEqual(['ann', 'bob'])
  expect(await remaining()).toMatchObject([{ payload: '"broken"', attempts: 1 }])
})

test('a task outlives the queue that created it', async () => {
  const before = createQueue(db)
  const mail = before.define('mail', () => Promise.reject(new Error('no answer')))
  await db.insertInto('tasks').values(mail('ann')).execute()
  await look(before)

  clock.advance(minutes(2))
  const sent: unknown[] = []
  const after = createQueue(await connect())
  after.define('mail', async (to) => void sent.push(to))
  await look(after)
  expect(sent).toEqual(['ann'])
  expect(await remaining()).toEqual([])
})

test("another node takes over a crashed node's task after two minutes, not before", async () => {
  const halted = Promise.withResolvers<void>()
  const dying = createQueue(await connect(), createStoppedClock())
  const begun = Promise.withResolvers<void>()
  const mail = dying.define('mail', () => {
    begun.resolve()
    return halted.promise
  })
  await db.insertInto('tasks').values(mail('ann')).execute()
  dying.start()
  await begun.promise

  const sent: unknown[] = []
  const other = createQueue(db)
  other.define('mail', async (to) => void sent.push(to))
  clock.advance(minutes(2) - 1)
  await look(other)
  expect(sent).toEqual([])
  clock.advance(1)
  await look(other)
  expect(sent).toEqual(['ann'])

  halted.resolve()
  await dying.stop()
  expect(await remaining()).toEqual([])
})

test('a long task delays only other long tasks, and a shutdown waits for it', async () => {
  const begun: string[] = []
  const halted = Promise.withResolvers<void>()
  const queue = createQueue(db)
  const note = async (name: string) => void begun.push(name)
  const removal = queue.define('removal', (name: string) => note(name).then(() => halted.promise), { isLong: true })
  const mail = queue.define('mail', note)
  await insertTask(db, removal('first'))
  queue.start()
  await vi.waitFor(() => expect(begun).toEqual(['first']))
  await insertTask(db, removal('second'))
  await insertTask(db, mail('ann'))
  queue.nudge()
  await vi.waitFor(() => expect(begun).toEqual(['first', 'ann']))
  const stopped = queue.stop()
  halted.resolve()
  await stopped
  expect(await remaining()).toMatchObject([{ payload: '"second"', attempts: 0 }])
})

test("tasks of unknown kinds aren't run", async () => {
  const queue = createQueue(db)
  queue.define('mail', async () => {})
  const unknown = { id: '1', kind: 'future', payload: '{}', attempts: 0, run_at: '2020', created_at: '2020' }
  await db.insertInto('tasks').values(unknown).execute()

  await look(queue)
  expect(await remaining()).toMatchObject([unknown])
  expect(errors).toEqual([])
})

test("a queue without handlers doesn't run any tasks", async () => {
  const unknown = { id: '1', kind: 'future', payload: '{}', attempts: 0, run_at: '2020', created_at: '2020' }
  await db.insertInto('tasks').values(unknown).execute()

  await look(createQueue(db))
  expect(await remaining()).toMatchObject([unknown])
  expect(errors).toEqual([])
})

test("a scheduled task isn't counted as waiting until it's due", async () => {
  const queue = createQueue(db)
  const mail = queue.define('mail', () => Promise.reject(new Error('nobody takes it')))
  const tomorrow = '2026-01-02T08:00:00.000Z'
  await db
    .insertInto('tasks')
    .values({ ...mail('news'), run_at: tomorrow })
    .execute()

  expect(await queue.statistics()).toEqual([])
  clock.advance(Date.parse(tomorrow) - clock.now().getTime())
  expect(await queue.statistics()).toEqual([{ kind: 'mail', count: 1, failing: 0, attempts: 0, since: tomorrow }])
  await look(queue)
  expect(await queue.statistics()).toMatchObject([{ count: 1, failing: 1, attempts: 1 }])
})

test("a task doesn't run before it's due", async () => {
  const done: string[] = []
  const queue = createQueue(db)
  const note = queue.define('note', async (text: string) => void done.push(text))
  const row = note('later')
  await db
    .insertInto('tasks')
    .values({ ...row, run_at: '2026-01-01T00:00:00.001Z' })
    .execute()

  await look(queue)
  expect(done).toEqual([])
  clock.advance(1)
  await look(queue)
  expect(done).toEqual(['later'])
})
