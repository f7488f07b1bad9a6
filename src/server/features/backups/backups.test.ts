import { appendFile, chown, mkdir, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createFileDeletionRepository } from '#server/features/images/file-deletions.repository.ts'
import { instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import { aFolder, createBackupBench, flipBit, makeOldFormat, picturesOf } from '#test/support/backups.ts'
import { useServer } from '#test/support/use-server.ts'
import { beginBackup } from './backup-folder.ts'
import { createBackupService } from './backups.service.ts'
import { createCleanupHoldRepository } from './cleanup-holds.repository.ts'
import { hashFile } from './hashed-files.ts'
import { verifyBackup } from './verifications.service.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { createService, aTarget, picturesFolder } = createBackupBench(server)
let link: Awaited<ReturnType<typeof build.aLink>>

beforeAll(async () => {
  link = await build.aLink()
  await build.anImage({ link })
  await build.anImage({ link })
})

const nextMinute = () => server.clock.advance(minutes(1))
const databaseName = () => (server.config.database.kind === 'sqlite' ? 'database.sqlite' : 'database.dump')

async function aFirstBackup() {
  const folder = await aFolder()
  const backups = await createService()
  const first = await backups.take(folder)
  nextMinute()
  const [picture] = await picturesOf(first.path)
  if (!picture) throw new Error('There is no picture in the backup')
  return { folder, backups, first, picture }
}

test('a backup includes images that are deleted while it runs', async () => {
  const deleted = await build.anImage({ link })
  const folder = await aFolder()
  const storage = await createDiskStorage({ dir: picturesFolder(), isGuest: true })
  const claim = () =>
    createFileDeletionRepository(server.db).claim({
      dueBefore: instantIn(server.clock, minutes(60)),
      now: instantNow(server.clock),
      leaseEndsAt: instantIn(server.clock, minutes(62)),
      limit: 10,
    })
  let cleared: string[] = []
  // Delete the image and run the cleanup before any file is read.
  const open: typeof storage.open = async (...given) => {
    await server.del(`/api/images/${deleted._id}`, undefined, { token: link.owner.token })
    cleared = cleared.concat(await claim())
    return storage.open(...given)
  }
  const backup = await (await createService({ ...storage, open })).take(folder)

  expect(backup).toMatchObject({ images: 3, problems: [] })
  expect(cleared).toEqual([])
  const target = await aTarget()
  expect(await target.restore(folder)).toMatchObject({ aside: undefined, skipped: [] })
  expect(await target.check()).toMatchObject({ imageCount: 3, problems: [], title: link.title })
  // The hold is released, so the next cleanup can delete the files.
  expect(await server.db.selectFrom('cleanup_holds').select('id').execute()).toEqual([])
})

test("a backup links the previous backup's images and works after that backup is removed", async () => {
  const { folder, backups, first } = await aFirstBackup()
  const second = await backups.take(folder, { keep: 1 })

  expect(first.copied).toBe(first.files)
  expect(second).toMatchObject({ copied: 0, files: first.files, bytes: first.bytes, removed: 1 })
  expect((await readdir(folder)).sort()).toEqual([expect.stringMatching(/^\d{4}-/), 'backup.lock'])
  const target = await aTarget()
  await target.restore(folder)
  expect((await target.check()).problems).toEqual([])
})

test('a concurrent backup into the same folder is rejected', async () => {
  const folder = await aFolder()
  const running = await beginBackup(folder, server.clock.now())
  nextMinute()
  const backups = await createService()
  await expect(backups.take(folder)).rejects.toThrow(`Another backup is being written to ${folder}`)
  expect((await stat(running.path)).isDirectory()).toBe(true)

  // Release the lock, as if the process had been killed.
  running.release()
  await backups.take(folder)
  expect(await readdir(folder)).toHaveLength(2)
})

test("a backup that loses files while it's written is removed", async () => {
  const folder = await aFolder()
  const storage = await createDiskStorage({ dir: picturesFolder(), isGuest: true })
  let firstImage: string | undefined
  const open: typeof storage.open = async (key, range) => {
    firstImage ??= dirname(key)
    const [unfinished = ''] = (await readdir(folder)).filter((name) => name.endsWith('.unfinished'))
    const isNextImage = dirname(key) !== firstImage
    if (isNextImage) await rm(join(folder, unfinished, 'pictures', firstImage), { recursive: true, force: true })
    return storage.open(key, range)
  }
  await expect((await createService({ ...storage, open })).take(folder)).rejects.toThrow(
    /^The backup was removed.*\.jpg is missing/,
  )
  expect(await readdir(folder)).toEqual(['backup.lock'])
})

test('an image damaged in the previous backup is reported and copied again', async () => {
  const { folder, backups, picture } = await aFirstBackup()
  await flipBit(picture.path)
  const second = await backups.take(folder)

  expect(second).toMatchObject({ copied: 1, problems: [expect.stringContaining(`${picture.key} is damaged`)] })
  const copy = (await picturesOf(second.path)).find(({ key }) => key === picture.key)
  expect(copy).toMatchObject({ sha256: picture.sha256 })
  expect(await hashFile(copy?.path ?? '')).toMatchObject({ sha256: picture.sha256 })
  nextMinute()
  expect(await backups.take(folder)).toMatchObject({ copied: 0, problems: [] })
})

test('an image missing from the previous backup is reported and copied again', async () => {
  const { folder, backups, picture } = await aFirstBackup()
  await rm(picture.path)
  const { copied, problems } = await backups.take(folder)
  expect({ copied, problems }).toEqual({ copied: 1, problems: [expect.stringContaining(`${picture.key} is missing`)] })
})

test.each(['the database', 'app-secret', 'files.txt', 'backup.json'])(
  'damage to %s in the previous backup is reported and keeps that backup from being removed',
  async (file) => {
    const { folder, backups, first } = await aFirstBackup()
    const name = file === 'the database' ? databaseName() : file
    await flipBit(join(first.path, name), 20)
    const second = await backups.take(folder, { keep: 1 })

    expect(second).toMatchObject({ removed: 0, problems: [expect.stringContaining(`${name} is damaged`)] })
    expect((await verifyBackup(second.path, { pictures: 'hashes' })).damage).toEqual([])
  },
)

test("a truncated or missing live image is reported, and the backup uses the previous backup's copy", async () => {
  const { folder, backups, picture } = await aFirstBackup()
  const live = join(picturesFolder(), picture.key)
  await truncate(live, 10)
  const second = await backups.take(folder)

  expect(second).toMatchObject({
    copied: 0,
    problems: [expect.stringMatching(/has 10 bytes instead of \d+\. The backup/)],
  })
  expect((await verifyBackup(second.path, { pictures: 'hashes' })).damage).toEqual([])
  await rm(live)
  nextMinute()
  expect((await backups.take(folder)).problems).toEqual([
    expect.stringContaining(`${picture.key} is missing. The backup`),
  ])
  await rename(picture.path, live)
})

test("an image that doesn't match its hash in the database is reported", async () => {
  const storage = await createDiskStorage({ dir: await aFolder() })
  await storage.put([{ key: 'images/a', body: Buffer.from('changed') }])
  const images = async function* () {
    yield { folder: 'a', files: [{ name: 'a', bytes: 7, sha256: '0'.repeat(64) }] }
  }
  const backups = createBackupService({
    snapshots: {
      engine: 'sqlite',
      fileName: 'database.sqlite',
      databaseFile: undefined,
      async take(file, read) {
        await writeFile(file, '')
        await read(images(), 1)
      },
      restore: async () => {},
      isEmpty: async () => true,
    },
    storage,
    holds: createCleanupHoldRepository(server.db),
    keyOf: (_, name) => `images/${name}`,
    secretFile: undefined,
    clock: server.clock,
  })
  expect((await backups.take(await aFolder())).problems).toEqual([expect.stringContaining('images/a is damaged')])
})

test('a backup dated in the future is neither linked nor counted toward `keep`', async () => {
  const { folder, backups, first } = await aFirstBackup()
  await rename(first.path, join(folder, '2099-01-01T00-00-00'))
  const second = await backups.take(folder, { keep: 1 })
  expect(second).toMatchObject({ future: ['2099-01-01T00-00-00'], copied: second.files, removed: 0 })
  nextMinute()
  const third = await backups.take(folder, { keep: 1 })
  expect(third).toMatchObject({ copied: 0, removed: 1 })
  expect((await stat(third.path)).isDirectory()).toBe(true)
})

test("an older version's backup without a manifest is reported and not linked", async () => {
  const { folder, backups, first } = await aFirstBackup()
  await makeOldFormat(first.path)
  await rm(join(first.path, 'files.txt'))
  const { copied, files, problems } = await backups.take(folder)
  expect({ copied, problems }).toEqual({ copied: files, problems: [expect.stringContaining('files.txt is missing')] })
})

test("a backup taken by root belongs to the folder's owner", async () => {
  const folder = await aFolder()
  // Only root can change a folder's owner.
  const uid = process.getuid?.() === 0 ? 12_345 : (await stat(folder)).uid
  await chown(folder, uid, -1)
  await (await createService()).take(folder)
  const names = await readdir(folder, { recursive: true })
  const owners = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).uid))
  expect(new Set(owners)).toEqual(new Set([uid]))
})

test('an unusable lock file is rejected with an explanation', async () => {
  const folder = await aFolder()
  await mkdir(join(folder, 'backup.lock'))
  await expect((await createService()).take(folder)).rejects.toThrow("backup.lock can't be locked")
})

test('a path to a file is rejected with an explanation', async () => {
  const file = join(await aFolder(), 'file')
  await appendFile(file, '')
  const backups = await createService()
  await expect(backups.take(file)).rejects.toThrow(`${file} can't be used for backups (a file is in the way)`)
  await expect(backups.take(join(file, 'inside'))).rejects.toThrow("can't be used for backups (a file is in the way)")
})

test("a folder that can't be created is rejected with an explanation", async () => {
  await expect((await createService()).take('/proc/1/x')).rejects.toThrow("/proc/1/x can't be used for backups (E")
})

test("a half-removed backup can't be restored", async () => {
  const { folder, first } = await aFirstBackup()
  await rename(first.path, `${first.path}.unfinished`)
  const target = await aTarget()
  await expect(target.restore(folder)).rejects.toThrow(`There's no finished backup in ${folder}.`)
  await expect(target.restore(`${first.path}.unfinished`)).rejects.toThrow('unfinished backup')
  await mkdir(first.path)
  await expect(target.restore(folder)).rejects.toThrow(`There's no finished backup in ${folder}.`)
})
