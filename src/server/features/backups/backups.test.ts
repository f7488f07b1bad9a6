import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createFileDeletionRepository } from '#server/features/images/file-deletions.repository.ts'
import { bytesOf, isFileName, keyOf } from '#server/features/images/image-files.ts'
import { createInspectionRepository } from '#server/features/media/inspection.repository.ts'
import { inspect } from '#server/features/media/inspection.service.ts'
import { instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { createDatabase, type DatabaseOptions } from '#server/platform/database/database.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { useServer } from '#test/support/use-server.ts'
import { picturePath, readManifest } from './backup-folder.ts'
import { createBackupService } from './backups.service.ts'
import { createCleanupHoldRepository } from './cleanup-holds.repository.ts'
import { findBackup, makeRoom, restoreBackup } from './restores.service.ts'
import { createSnapshotRepository } from './snapshots.repository.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
let link: Awaited<ReturnType<typeof build.aLink>>

beforeAll(async () => {
  link = await build.aLink()
  await build.anImage({ link })
  await build.anImage({ link })
})

const sourceFolder = () => join(server.config.dataDir, 'pictures')

const snapshotsOf = (options: DatabaseOptions) =>
  createSnapshotRepository(options, (db) => createInspectionRepository(db).images())

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function createService(storage?: Storage) {
  return createBackupService({
    snapshots: snapshotsOf(server.config.database),
    storage: storage ?? (await createDiskStorage({ dir: sourceFolder(), isGuest: true })),
    holds: createCleanupHoldRepository(server.db),
    keyOf,
    secretFile: undefined,
    clock: server.clock,
  })
}

async function restoreInto(dataDir: string, folder: string, replace = false) {
  const database =
    server.config.database.kind === 'sqlite'
      ? { options: { kind: 'sqlite' as const, file: join(dataDir, 'framelight.db') }, remove: async () => {} }
      : await createTestDatabase()
  onTestFinished(() => database.remove())
  const backup = await findBackup(folder)
  const options = {
    folder: backup,
    dataDir,
    tempDir: join(dataDir, 'tmp'),
    snapshots: snapshotsOf(database.options),
    replace,
  }
  const aside = await makeRoom(options)
  const storage = await createDiskStorage({ dir: join(dataDir, 'pictures') })
  const restored = await restoreBackup(options, storage)
  const db = await createDatabase(database.options)
  const found = await inspect({ inspection: createInspectionRepository(db), storage, keyOf, bytesOf, isFileName })
  const { title } = await db.selectFrom('links').select('title').executeTakeFirstOrThrow()
  await db.destroy()
  return { ...found, aside, restored, title }
}

test('what was there at the moment of a backup comes back, whatever is deleted while it is taken', async () => {
  const deleted = await build.anImage({ link })
  const folder = await aFolder()
  const storage = await createDiskStorage({ dir: sourceFolder(), isGuest: true })
  const claim = () =>
    createFileDeletionRepository(server.db).claim({
      dueBefore: instantIn(server.clock, minutes(60)),
      now: instantNow(server.clock),
      leaseEndsAt: instantIn(server.clock, minutes(62)),
      limit: 10,
    })
  let cleared: string[] = []
  // Before the first file is read one of the images is deleted, and whoever clears files away comes round.
  const open: typeof storage.open = async (...given) => {
    await server.del(`/api/images/${deleted._id}`, undefined, { token: link.owner.token })
    cleared = cleared.concat(await claim())
    return storage.open(...given)
  }
  const backup = await (await createService({ ...storage, open })).take(folder)

  expect(backup).toMatchObject({ images: 3, problems: [] })
  expect(cleared).toEqual([])
  const restored = await restoreInto(await aFolder(), folder)
  expect(restored).toMatchObject({ imageCount: 3, problems: [], title: link.title, aside: undefined })
  // From now on whoever comes round first may clear it away.
  expect(await server.db.selectFrom('cleanup_holds').select('id').execute()).toEqual([])
})

test('pictures of the backup before are linked, not copied, and old backups can go', async () => {
  const folder = await aFolder()
  const backups = await createService()
  const first = await backups.take(folder)
  server.clock.advance(60_000)
  const second = await backups.take(folder, { keep: 1 })

  expect(first.copied).toBe(first.files)
  expect(second).toMatchObject({ copied: 0, files: first.files, bytes: first.bytes, removed: 1 })
  expect(await readdir(folder)).toHaveLength(1)
  expect((await restoreInto(await aFolder(), folder)).problems).toEqual([])
})

test('a backup with a damaged picture is refused before the database is put back', async () => {
  const folder = await aFolder()
  const { path } = await (await createService()).take(folder)
  for await (const { key } of readManifest(path)) {
    await appendFile(picturePath(path, key), 'spoilt')
    break
  }
  const dataDir = await aFolder()
  await expect(restoreInto(dataDir, folder)).rejects.toThrow('is damaged')
  expect(await readdir(dataDir)).not.toContain('framelight.db')
})

test('what is in a data folder is refused, and put aside when that is wanted', async () => {
  const folder = await aFolder()
  await (await createService()).take(folder)
  const dataDir = await aFolder()
  await mkdir(join(dataDir, 'pictures', 'images'), { recursive: true })

  await expect(restoreInto(dataDir, folder)).rejects.toThrow(`There is something in ${dataDir} already`)
  const { aside, problems } = await restoreInto(dataDir, folder, true)
  expect(problems).toEqual([])
  expect(await readdir(aside ?? '')).toEqual(['pictures'])
})

test('a backup that lies in the data folder itself comes back from there', async () => {
  const dataDir = await aFolder()
  const folder = join(dataDir, 'backups')
  await (await createService()).take(folder)
  await mkdir(join(dataDir, 'pictures'))

  const { aside, problems } = await restoreInto(dataDir, folder, true)
  expect(problems).toEqual([])
  expect(await readdir(aside ?? '')).toEqual(['pictures'])
  expect(await readdir(folder)).toHaveLength(1)
})

test('a backup of another engine is refused before anything is put aside', async () => {
  const folder = await aFolder()
  const { path } = await (await createService()).take(folder)
  const facts = JSON.parse(await readFile(join(path, 'backup.json'), 'utf8'))
  await writeFile(join(path, 'backup.json'), JSON.stringify({ ...facts, database: 'another' }))
  const dataDir = await aFolder()
  await mkdir(join(dataDir, 'pictures'))

  await expect(restoreInto(dataDir, folder, true)).rejects.toThrow('This backup is of another')
  expect(await readdir(dataDir)).toEqual(['pictures'])
})

test('a folder without a finished backup is named', async () => {
  const folder = await aFolder()
  await expect(findBackup(folder)).rejects.toThrow(`There is no finished backup in ${folder}.`)
})
