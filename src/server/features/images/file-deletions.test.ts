import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { instantIn, minutes } from '#server/platform/clock.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { type Storage, StorageUnavailable } from '#server/platform/storage/storage.ts'
import { createBuilders } from '#test/support/builders.ts'
import { createStoppedClock } from '#test/support/clock.ts'
import { createMigratedDatabase } from '#test/support/database.ts'
import { findFaults } from '#test/support/pictures.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { createOwnServer } from '#test/support/server.ts'
import { createFileDeletionRepository } from './file-deletions.repository.ts'
import { createFileDeletionService } from './file-deletions.service.ts'
import { createImageRepository } from './images.repository.ts'

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let db: Database

beforeAll(async () => {
  database = await createMigratedDatabase()
  db = await createDatabase(database.options)
})
beforeEach(() => db.deleteFrom('doomed_objects').execute())
afterAll(async () => {
  await db.destroy()
  await database.remove()
})

/** An in-memory storage whose `removeAll` fails for prefixes in `broken`. */
function aStorage() {
  const files = new Set<string>()
  const broken = new Set<string>()
  let listing = async () => {}
  const storage: Storage = {
    put: async () => {},
    open: async () => ({ size: 0, stream: Readable.from([]) }),
    read: async () => undefined,
    remove: async (keys) => {
      for (const key of keys) files.delete(key)
    },
    async removeAll(prefix) {
      await listing()
      if (broken.has(prefix)) throw new StorageUnavailable('broken')
      for (const key of files) if (key.startsWith(prefix)) files.delete(key)
    },
    async *list() {},
    check: async () => {},
    close: async () => {},
  }
  const onListing = (wait: () => Promise<void>) => {
    listing = wait
  }
  return { storage, files, broken, onListing }
}

const images = () => createImageRepository(db)
const left = async () => (await db.selectFrom('doomed_objects').select('prefix').execute()).map(({ prefix }) => prefix)

function aSweeper({ isAlone = false } = {}) {
  const store = aStorage()
  const clock = createStoppedClock('2030-01-01T12:00:00.000Z')
  const failures: object[] = []
  const log = { info: () => {}, warn: () => {}, error: (details: object) => void failures.push(details) }
  const deletions = createFileDeletionRepository(db)
  const service = createFileDeletionService({ deletions, storage: store.storage, clock, log, isAlone })
  onTestFinished(() => service.stop())
  const at = (count: number) => instantIn(clock, minutes(count))

  return {
    ...store,
    ...service,
    failures,
    advance: (count: number) => clock.advance(minutes(count)),
    async scheduleDeletion(name: string, inMinutes: number) {
      const prefix = `images/${name}/`
      store.files.add(`${prefix}480.webp`).add(`${prefix}full.jpg`)
      await images().scheduleDeletion(prefix, at(inMinutes))
      return prefix
    },
  }
}

describe('a scheduled deletion', () => {
  test("removes only its own files once it's due", async () => {
    const sweeper = aSweeper()
    sweeper.files.add('images/kept/480.webp')
    await sweeper.scheduleDeletion('due', -1)
    const later = await sweeper.scheduleDeletion('later', 2)
    sweeper.start()
    await vi.waitFor(async () => expect(await left()).toEqual([later]))
    expect([...sweeper.files]).toEqual(['images/kept/480.webp', `${later}480.webp`, `${later}full.jpg`])
    sweeper.advance(3)
    sweeper.nudge()
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    expect([...sweeper.files]).toEqual(['images/kept/480.webp'])
  })

  test('runs in the first sweep even when 65 are due', async () => {
    const sweeper = aSweeper()
    for (let n = 0; n < 65; n++) await sweeper.scheduleDeletion(`many-${n}`, -1)
    sweeper.start()
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    expect(sweeper.files.size).toBe(0)
    expect(sweeper.failures).toEqual([])
  })

  test('waits for the next start if a shutdown interrupts the sweep', async () => {
    const sweeper = aSweeper()
    for (let n = 0; n < 65; n++) await sweeper.scheduleDeletion(`many-${n}`, -1)
    const stopped = Promise.withResolvers<void>()
    sweeper.onListing(async () => stopped.resolve(sweeper.stop()))
    sweeper.start()
    await stopped.promise
    expect(await left(), 'all but the first batch').toHaveLength(59)
    sweeper.onListing(async () => {})
    sweeper.start()
    await vi.waitFor(async () => expect(await left()).toEqual([]))
  })

  test('is retried if the storage fails, without delaying others', async () => {
    const sweeper = aSweeper()
    const stuck = await sweeper.scheduleDeletion('stuck', -2)
    sweeper.broken.add(stuck)
    for (const name of ['one', 'two', 'three']) await sweeper.scheduleDeletion(name, -1)
    sweeper.start()
    await vi.waitFor(async () => expect(await left()).toEqual([stuck]))
    await vi.waitFor(() => expect(sweeper.failures).toHaveLength(1))
    expect([...sweeper.files]).toEqual([`${stuck}480.webp`, `${stuck}full.jpg`])
    sweeper.broken.clear()
    sweeper.nudge()
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    expect(sweeper.files.size).toBe(0)
  })

  test('is handled by exactly one of three nodes', async () => {
    const sweepers = [aSweeper(), aSweeper(), aSweeper()]
    const cleared: string[] = []
    for (let n = 0; n < 120; n++) await sweepers[0]?.scheduleDeletion(`once-${n}`, -1)
    for (const { storage, start } of sweepers) {
      storage.removeAll = async (prefix) => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        cleared.push(prefix)
      }
      start()
    }
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    expect(new Set(cleared).size).toBe(120)
    expect(cleared).toHaveLength(120)
    expect(sweepers.flatMap(({ failures }) => failures)).toEqual([])
  })

  test("is claimed by another node after a dead node's lease ends", async () => {
    const [dead, other] = [aSweeper(), aSweeper()]
    const prefix = await dead.scheduleDeletion('half-done', -1)
    const hanging = Promise.withResolvers<void>()
    dead.storage.removeAll = () => hanging.promise
    dead.nudge()
    await vi.waitFor(async () => {
      const row = await db.selectFrom('doomed_objects').select('is_claimed').executeTakeFirst()
      expect(row?.is_claimed).toBe(1)
    })
    other.start()
    other.nudge()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await left()).toEqual([prefix])
    other.advance(3)
    other.nudge()
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    hanging.resolve()
  })

  test("can be canceled by its upload until it's claimed", async () => {
    const sweeper = aSweeper()
    const quick = await sweeper.scheduleDeletion('quick', 2)
    const slow = await sweeper.scheduleDeletion('slow', 2)
    expect(await images().cancelDeletion(quick)).toBe(true)
    sweeper.advance(3)
    sweeper.broken.add(slow)
    sweeper.start()
    await vi.waitFor(() => expect(sweeper.failures).not.toEqual([]))
    expect(await images().cancelDeletion(slow)).toBe(false)
    expect([...sweeper.files].filter((key) => key.startsWith(quick))).toHaveLength(2)
  })
})

describe('at startup', () => {
  test('files from a crashed upload are removed immediately on a single node', async () => {
    const sweeper = aSweeper({ isAlone: true })
    await sweeper.scheduleDeletion('crashed', 2)
    sweeper.start()
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    expect(sweeper.files.size).toBe(0)
  })

  test('files from a crashed upload are kept until due if other nodes exist', async () => {
    const sweeper = aSweeper()
    const unfinished = await sweeper.scheduleDeletion('unfinished', 2)
    await sweeper.scheduleDeletion('due', -1)
    sweeper.start()
    await vi.waitFor(async () => expect(await left()).toEqual([unfinished]))
  })

  test('an upload that begins during the cleanup keeps its files', async () => {
    const sweeper = aSweeper({ isAlone: true })
    for (let n = 0; n < 30; n++) await sweeper.scheduleDeletion(`crashed-${n}`, 1)
    let upload: Promise<string> | undefined
    sweeper.onListing(async () => {
      upload ??= sweeper.scheduleDeletion('upload', 2.1)
      await upload
    })
    sweeper.start()
    await vi.waitFor(async () => expect((await left()).filter((prefix) => prefix.includes('crashed'))).toEqual([]))
    expect([...sweeper.files]).toEqual(['images/upload/480.webp', 'images/upload/full.jpg'])
    expect(await images().cancelDeletion('images/upload/')).toBe(true)
  })

  test('an upload that begins after a failed cleanup keeps its files', async () => {
    const sweeper = aSweeper({ isAlone: true })
    const crashed = await sweeper.scheduleDeletion('crashed', 1)
    sweeper.broken.add(crashed)
    sweeper.start()
    await vi.waitFor(() => expect(sweeper.failures).toHaveLength(1))
    sweeper.advance(0.5)
    await sweeper.scheduleDeletion('upload', 2)
    sweeper.broken.clear()
    sweeper.nudge()
    await vi.waitFor(() => expect(sweeper.files).not.toContain(`${crashed}480.webp`))
    expect(await images().cancelDeletion('images/upload/')).toBe(true)
  })
})

describe('over HTTP', () => {
  test.each([
    ['an image', (id: string) => ['DELETE', `/api/images/${id}`, undefined] as const],
    ['an image in bulk', (id: string) => ['POST', '/api/images/bulk', { action: 'delete', imageIds: [id] }] as const],
    ['a link', (_id: string, linkId: string) => ['DELETE', `/api/links/${linkId}`, undefined] as const],
    ['an account', () => ['DELETE', '/api/auth/deleteaccount', { password: 'secret-1' }] as const],
  ])('deleting %s removes its files and no others', async (_what, callFor) => {
    const server = await createOwnServer({ trashDays: 0 })
    const { anImage, aUser } = createBuilders(server)
    await aUser({ name: 'The administrator' })
    const [gone, kept] = [await anImage(), await anImage()]
    const [method, url, body] = callFor(gone._id, gone.link._id)
    const answer = await server.call(method, url, { token: gone.owner.token, ...(body && { body }) })
    expect(answer.status).toBe(200)
    await waitForRemovals(server)
    await vi.waitFor(async () => {
      expect(await findFaults(server)).toEqual([])
      expect(await server.db.selectFrom('doomed_objects').selectAll().execute()).toEqual([])
    })
    const rows = await server.db.selectFrom('images').select('id').execute()
    expect(rows).toEqual([{ id: kept._id }])
    expect((await server.app.inject(kept.url ?? '')).statusCode).toBe(200)
  })

  test("a failed upload returns 503, leaves no files and isn't counted", async () => {
    const server = await createOwnServer()
    const { aLink, anUpload } = createBuilders(server)
    const link = await aLink()
    if (server.config.storage.kind !== 'disk') throw new Error('This test breaks a folder')
    const inTheWay = join(server.config.storage.dir, 'images')
    await writeFile(inTheWay, '')
    const answer = await anUpload({ link })
    expect([answer.status, answer.body.code]).toEqual([503, 'UNAVAILABLE'])
    expect(JSON.stringify(answer.body)).not.toContain(server.config.dataDir)
    await rm(inTheWay)
    expect((await anUpload({ link })).status).toBe(201)
    await vi.waitFor(async () => expect(await findFaults(server)).toEqual([]))
    const { body } = await server.get(`/api/links/${link._id}`, { token: link.owner.token })
    expect(body.data.imageCount).toBe(1)
  })
})
