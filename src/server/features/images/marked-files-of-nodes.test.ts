import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Mark } from '#server/features/access/marks.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { createStoppedClock } from '#test/support/clock.ts'
import { createMigratedDatabase } from '#test/support/database.ts'
import { createFileDeletionRepository } from './file-deletions.repository.ts'
import { markedPrefixOf } from './image-files.ts'
import { createMarkedImageRepository } from './marked-images.repository.ts'
import { createMarkedImageService, type MarkableImage } from './marked-images.service.ts'

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let db: Database

beforeAll(async () => {
  database = await createMigratedDatabase()
  db = await createDatabase(database.options)
  const now = '2030-01-01T00:00:00.000Z'
  await sql`insert into users (id, name, email, password_hash, created_at)
    values ('owner', 'Ada', 'ada@example.com', '', ${now})`.execute(db)
  await sql`insert into links (id, user_id, slug, title, title_key, description, description_key, is_private, is_listed,
    allow_downloads, created_at, updated_at)
    values ('link', 'owner', 'sea', '', '', '', '', 0, 0, 1, ${now}, ${now})`.execute(db)
})
beforeEach(async () => {
  await db.deleteFrom('doomed_objects').execute()
  await db.deleteFrom('marked_images').execute()
})
afterAll(async () => {
  await db.destroy()
  await database.remove()
})

const file = { name: '480.webp', kind: 'rendition', type: 'image/webp', width: 3, height: 2, bytes: 1 } as const
const image: MarkableImage = { userId: 'owner', folder: 'folder', files: [file], linkId: 'link' }
const mark: Mark = { key: 'mark', mode: 'corner', text: 'Ada', logoId: null, opacity: 40, size: 20 }
const prefix = markedPrefixOf(image.folder, mark.key)
const task = { id: '', payload: '', attempts: 0, run_at: '', created_at: '' }
const leaseEndsAt = '2030-01-01T12:02:00.000Z'

/** Each node waits for `gate` before it stores files. */
function aNode(stored: Set<string>, gate = Promise.resolve()) {
  const storage = {
    read: async () => Buffer.alloc(1),
    async put(files: { key: string }[]) {
      await gate
      for (const { key } of files) stored.add(key)
    },
  }
  return createMarkedImageService({
    marked: createMarkedImageRepository(db),
    access: { findFacts: async () => undefined },
    imageProcessor: { addWatermark: async (pictures) => pictures },
    storage,
    tasks: { define: (kind) => () => ({ ...task, kind }), nudge: () => {} },
    clock: createStoppedClock('2030-01-01T12:00:00.000Z'),
    onDeletionScheduled: () => {},
  })
}

const scheduled = async () => (await db.selectFrom('doomed_objects').selectAll().execute()).map((row) => row.prefix)
const claim = () =>
  createFileDeletionRepository(db).claim({ dueBefore: '2030-01-01T12:00:00.000Z', now: '', leaseEndsAt, limit: 9 })
const finish = (prefixes: string[]) => createFileDeletionRepository(db).remove(prefixes, { leaseEndsAt })

test('files that a slow node stores after a fast one removed them are deleted again', async () => {
  const stored = new Set<string>()
  const gate = Promise.withResolvers<void>()
  const late = aNode(stored, gate.promise).ensure(image, mark)
  late.catch(() => {})
  await vi.waitFor(async () => expect(await scheduled()).toEqual([prefix]))
  await aNode(stored).ensure(image, mark)
  expect([await scheduled(), stored.size]).toEqual([[], 1])

  await createMarkedImageRepository(db).transaction((tx) => tx.removeStale('link', undefined))
  const claimed = await claim()
  stored.clear()
  await finish(claimed)
  gate.resolve()
  await expect(late).rejects.toThrow('try again')
  expect(stored.size).toBe(1)
  expect(await scheduled()).toEqual([prefix])
})

test('files scheduled again while they are being deleted stay scheduled', async () => {
  const { scheduleDeletion } = createMarkedImageRepository(db)
  await scheduleDeletion(prefix, '')
  const claimed = await claim()
  await scheduleDeletion(prefix, '')
  await finish(claimed)
  expect(await scheduled()).toEqual([prefix])
  await finish(await claim())
  expect(await scheduled()).toEqual([])
})

test('no files are stored while the same ones are being deleted', async () => {
  const stored = new Set<string>()
  await createMarkedImageRepository(db).scheduleDeletion(prefix, '')
  const claimed = await claim()
  await expect(aNode(stored).ensure(image, mark)).rejects.toThrow('try again')
  expect(stored.size).toBe(0)
  await finish(claimed)
  await aNode(stored).ensure(image, mark)
  expect([await scheduled(), stored.size]).toEqual([[], 1])
})
