import { appendFile, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { aFolder, createBackupBench, flipBit, makeOldFormat, picturesOf } from '#test/support/backups.ts'
import { createBuilders } from '#test/support/builders.ts'
import { createTusCaller } from '#test/support/resumable-uploads.ts'
import { createTestServer } from '#test/support/server.ts'
import { createTrash } from '#test/support/trash.ts'
import { useServer } from '#test/support/use-server.ts'
import { beginStaging, requireNoUnfinishedRestore } from './restore-staging.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { createService, aTarget, secret } = createBackupBench(server)

beforeAll(async () => {
  const link = await build.aLink()
  await build.anImage({ link })
  await build.anImage({ link })
})

async function aBackup(parent?: string) {
  const folder = parent ?? (await aFolder())
  const { path } = await (await createService()).take(folder)
  server.clock.advance(minutes(1))
  const [picture] = await picturesOf(path)
  if (!picture) throw new Error('There is no picture in the backup')
  return { folder, path, picture }
}

const databaseName = () => (server.config.database.kind === 'sqlite' ? 'database.sqlite' : 'database.dump')

test('a restore includes the database, the images, and a secret that only its owner can read', async () => {
  const { folder } = await aBackup()
  const target = await aTarget()
  await target.restore(folder)
  expect((await target.check()).problems).toEqual([])
  expect(await target.readSecret()).toBe(secret)
  expect((await stat(join(target.dataDir, 'app-secret'))).mode & 0o777).toBe(0o600)
})

test('a backup skips unfinished uploads', async () => {
  const link = await build.aLink()
  const as = { token: link.owner.token }
  const tus = createTusCaller(server)
  await tus.patch(as, await tus.anUpload(as, 100, { linkId: link._id }), 0, Buffer.alloc(50))
  const { folder } = await aBackup()
  const target = await aTarget()
  await target.restore(folder)
  const db = await createDatabase(target.database)
  expect(await db.selectFrom('resumable_uploads').select('id').execute()).toEqual([])
  expect(await server.db.selectFrom('resumable_uploads').select('id').execute()).toHaveLength(1)
  await db.destroy()
})

test('a damaged backup is rejected with a list of the damage and changes nothing', async () => {
  const { folder, path, picture } = await aBackup()
  await appendFile(picture.path, 'spoilt')
  await flipBit(join(path, 'app-secret'))
  const target = await aTarget()
  const refusal = target.restore(folder)
  await expect(refusal).rejects.toThrow(`${picture.key} has ${picture.bytes + 6} bytes instead of ${picture.bytes}`)
  await expect(refusal).rejects.toThrow('app-secret is damaged')
  await expect(refusal).rejects.toThrow('--skip-damaged')
  expect(await readdir(target.dataDir)).toEqual([])
  expect(await target.snapshots.isEmpty()).toBe(true)
})

test('--skip-damaged restores all intact images', async () => {
  const { folder, path, picture } = await aBackup()
  await flipBit(picture.path)
  await flipBit(join(path, 'app-secret'))
  await flipBit(join(path, 'backup.json'), 30)
  const target = await aTarget()
  const { skipped } = await target.restore(folder, { skipDamaged: true })

  expect(skipped.map(({ file }) => file)).toEqual(['backup.json', `pictures/${picture.key}`])
  const { imageCount, problems } = await target.check()
  expect(imageCount).toBe(2)
  expect(problems).toEqual([expect.stringContaining(picture.key.split('/').at(-1) ?? '')])
})

test('--skip-damaged skips a damaged secret', async () => {
  const { folder, path } = await aBackup()
  await flipBit(join(path, 'app-secret'))
  const target = await aTarget()
  expect((await target.restore(folder, { skipDamaged: true })).skipped).toHaveLength(1)
  expect(await readdir(target.dataDir)).not.toContain('app-secret')
})

test('a backup with a damaged database is rejected, even with --skip-damaged', async () => {
  const { folder, path } = await aBackup()
  await flipBit(join(path, databaseName()), 5000)
  const target = await aTarget()
  for (const skipDamaged of [false, true]) {
    await expect(target.restore(folder, { skipDamaged })).rejects.toThrow('Nothing was restored')
  }
  expect(await readdir(target.dataDir)).toEqual([])
})

test("an older version's backup is verified and restored", async () => {
  const { folder, path, picture } = await aBackup()
  await makeOldFormat(path)
  const target = await aTarget()
  await target.restore(folder)
  expect((await target.check()).problems).toEqual([])

  await flipBit(picture.path)
  await writeFile(join(path, databaseName()), 'not a database')
  const refusal = (await aTarget()).restore(folder)
  await expect(refusal).rejects.toThrow(`${picture.key} is damaged`)
  await expect(refusal).rejects.toThrow(`${databaseName()} can't be read`)
})

test('a nonempty data folder is rejected unless --replace moves its contents aside', async () => {
  const { folder } = await aBackup()
  const target = await aTarget()
  await mkdir(join(target.dataDir, 'pictures', 'images'), { recursive: true })

  await expect(target.restore(folder)).rejects.toThrow(`${target.dataDir} isn't empty`)
  const { aside } = await target.restore(folder, { replace: true })
  expect((await target.check()).problems).toEqual([])
  expect(await readdir(aside ?? '')).toEqual(['pictures'])
})

test('a backup inside the data folder can be restored', async () => {
  const target = await aTarget()
  const { folder } = await aBackup(join(target.dataDir, 'backups'))
  await mkdir(join(target.dataDir, 'pictures'))

  const { aside } = await target.restore(folder, { replace: true })
  expect((await target.check()).problems).toEqual([])
  expect(await readdir(aside ?? '')).toEqual(['pictures'])
  expect(await readdir(folder)).toHaveLength(2)
})

test('a backup from another database engine is rejected and changes nothing', async () => {
  const { folder, path } = await aBackup()
  await makeOldFormat(path)
  const facts = JSON.parse(await readFile(join(path, 'backup.json'), 'utf8'))
  await writeFile(join(path, 'backup.json'), JSON.stringify({ ...facts, database: 'another' }))
  const target = await aTarget()
  await mkdir(join(target.dataDir, 'pictures'))

  await expect(target.restore(folder, { replace: true })).rejects.toThrow('This backup is from another')
  expect(await readdir(target.dataDir)).toEqual(['pictures'])
})

test('a restore that fails to write the database is undone and can be repeated', async () => {
  const { folder } = await aBackup()
  const target = await aTarget()
  await mkdir(join(target.dataDir, 'pictures'))
  await writeFile(join(target.dataDir, 'pictures', 'mine'), 'mine')
  const restore = () => Promise.reject(new Error('no connection'))

  const failing = target.restore(folder, { replace: true, snapshots: { ...target.snapshots, restore } })
  await expect(failing).rejects.toThrow('no connection')
  expect(await readdir(target.dataDir)).toEqual(['pictures'])
  expect(await readFile(join(target.dataDir, 'pictures', 'mine'), 'utf8')).toBe('mine')

  await target.restore(folder, { replace: true })
  expect((await target.check()).problems).toEqual([])
})

test.each(['collecting', 'moving away', 'putting in place'])(
  'a restore killed in the "%s" phase can be repeated',
  async (moment) => {
    const { folder } = await aBackup()
    const target = await aTarget()
    const staging = await beginStaging(target.dataDir, (name) => name === 'unfinished-restore')
    await writeFile(join(staging.added, 'app-secret'), 'of the restore that was killed')
    await mkdir(join(staging.added, 'pictures'))
    if (moment === 'putting in place') {
      await staging.swap(undefined)
      await rename(join(target.dataDir, 'pictures'), join(staging.added, 'pictures'))
    }
    if (moment === 'moving away') await mkdir(join(staging.path, 'old'))

    if (moment === 'collecting') expect(() => requireNoUnfinishedRestore(target.dataDir)).not.toThrow()
    else expect(() => requireNoUnfinishedRestore(target.dataDir)).toThrow('was interrupted')
    await target.restore(folder)
    expect((await target.check()).problems).toEqual([])
    expect(await target.readSecret()).toBe(secret)
    expect(await readdir(target.dataDir)).not.toContain('unfinished-restore')
  },
)

test("undoing an interrupted restore brings back the data folder's previous contents", async () => {
  const { folder } = await aBackup()
  const target = await aTarget()
  const staging = await beginStaging(target.dataDir, (name) => ['unfinished-restore', 'backups'].includes(name))
  await mkdir(join(target.dataDir, 'backups'))
  await writeFile(join(target.dataDir, 'framelight.db'), 'of before')
  await writeFile(join(staging.added, 'framelight.db'), 'of the restore that was killed')
  await staging.swap('framelight.db')

  await expect(target.restore(folder)).rejects.toThrow("isn't empty")
  expect(await readdir(target.dataDir)).toEqual(['backups', 'framelight.db'])
  expect(await readFile(join(target.dataDir, 'framelight.db'), 'utf8')).toBe('of before')
})

test("files restored by root belong to the data folder's owner", async () => {
  const { folder } = await aBackup()
  const target = await aTarget()
  // Only root can change a folder's owner.
  const uid = process.getuid?.() === 0 ? 12_345 : (await stat(target.dataDir)).uid
  await chown(target.dataDir, uid, -1)
  await writeFile(join(target.dataDir, 'server.lock'), '')
  await target.restore(folder)

  const names = await readdir(target.dataDir, { recursive: true })
  const owners = await Promise.all(names.map(async (name) => (await stat(join(target.dataDir, name))).uid))
  expect(new Set(owners)).toEqual(new Set([uid]))
})

test("restoring from a folder uses the newest backup that isn't dated in the future", async () => {
  const { folder, path } = await aBackup()
  const target = await aTarget()
  await rename(path, join(folder, '2099-01-01T00-00-00'))
  await expect(target.restore(folder)).rejects.toThrow('name the one you want, such as 2099-01-01T00-00-00')
  await rm(join(folder, '2099-01-01T00-00-00', databaseName()))
  await aBackup(folder)
  await target.restore(folder)
  expect((await target.check()).problems).toEqual([])
})

// The last test, because others count images.
test('a restore includes the trash, sections and copies, so that everything can still be restored', async () => {
  const link = await build.aLink()
  const as = { token: link.owner.token }
  const other = await build.aLink({ owner: link.owner })
  const section = (await server.post(`/api/links/${link._id}/sections`, { title: 'Coast' }, as)).body.data
  const image = await build.anImage({ link, fields: { sectionId: section._id } })
  await server.post('/api/images/bulk', { action: 'copy', imageIds: [image._id], linkId: other._id }, as)
  await server.del(`/api/images/${image._id}`, undefined, as)
  await server.del(`/api/links/${other._id}`, undefined, as)
  const { folder } = await aBackup()
  const target = await aTarget()
  await target.restore(folder)
  expect((await target.check()).problems).toEqual([])

  const storage = { kind: 'disk' as const, dir: join(target.dataDir, 'pictures') }
  const config = { ...server.config, dataDir: target.dataDir, storage, database: target.database }
  const db = await createDatabase(target.database)
  const there = await createTestServer(config, { db, config, clock: server.clock })
  const trash = createTrash(there)
  const ids = { linkIds: [other._id], imageIds: [image._id] }
  const restored = await trash.restore({ ...link.owner, token: await createBuilders(there).aSession(link.owner) }, ids)
  expect(restored.body.data).toEqual({ done: 2 })
  const shown = async ({ _id }: { _id: string }) => (await there.get(`/api/links/${_id}`)).body.data.images
  expect(await shown(link)).toMatchObject([{ _id: image._id, sectionId: section._id }])
  const [copy] = await shown(other)
  expect((await there.get(copy.imageUrl)).status).toBe(200)
  await there.close()
  await db.destroy()
})
