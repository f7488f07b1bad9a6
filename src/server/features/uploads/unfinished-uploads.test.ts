import { existsSync } from 'node:fs'
import { mkdtemp, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import { type Storage, StorageUnavailable } from '#server/platform/storage/storage.ts'
import { createBuilders, type Person } from '#test/support/builders.ts'
import { inspectFiles } from '#test/support/inspection.ts'
import { aPhoto, createTusCaller, idOfUpload, partsPrefix, untilPartsAreGone } from '#test/support/resumable-uploads.ts'
import { createOwnServer } from '#test/support/server.ts'
import { countOf, setUsage } from '#test/support/uploads.ts'
import { useOwnersUploads } from '#test/support/use-resumable-uploads.ts'

const { aScene, build, server, tus } = useOwnersUploads()

const unfinishedOf = async (person: Person) => {
  const rows = await server.db
    .selectFrom('resumable_uploads')
    .select('id')
    .where('creator', '=', person.id)
    .where('image_id', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

test("a file that isn't a photo is rejected at the last byte, and the upload is gone", async () => {
  const { link, as, photo, url } = await aScene()
  const answer = await tus.patch(as, url, 0, Buffer.alloc(photo.length, 'text'))
  expect([answer.status, answer.body.code]).toEqual([415, 'UNSUPPORTED_IMAGE'])
  expect((await tus.head(as, url)).status).toBe(404)
  await untilPartsAreGone(server, url)
  expect(await countOf(server, link)).toBe(0)
})

test('a node that works on an upload says so before others would take over', async () => {
  const disk = await createDiskStorage({ dir: await mkdtemp(join(tmpdir(), 'framelight-disk-')) })
  const [joining, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const link: Storage['link'] = async (...file) => {
    joining.resolve()
    await released.promise
    return disk.link?.(...file)
  }
  const own = await createOwnServer({}, { storage: { ...disk, link } })
  const { _id: linkId, owner } = await createBuilders(own).aLink()
  const ofOwn = createTusCaller(own)
  const photo = await aPhoto()
  const url = await ofOwn.anUpload({ token: owner.token }, photo.length, { linkId })
  const answer = ofOwn.patch({ token: owner.token }, url, 0, photo)
  const touchedAt = async () => {
    const rows = own.db.selectFrom('resumable_uploads').select('touched_at').where('id', '=', idOfUpload(url))
    return Date.parse((await rows.executeTakeFirstOrThrow()).touched_at)
  }
  await joining.promise
  const since = own.clock.now().getTime()
  try {
    await vi.waitFor(async () => expect(await touchedAt()).toBeGreaterThan(since))
    expect((await touchedAt()) - since).toBeLessThan(20_000)
  } finally {
    released.resolve()
  }
  expect((await answer).status).toBe(204)
})

test("if the storage fails at the end, the upload stays and a HEAD doesn't fail", async () => {
  const disk = await createDiskStorage({ dir: await mkdtemp(join(tmpdir(), 'framelight-disk-')) })
  let isBroken = true
  const requireWorking = () => {
    if (isBroken) throw new StorageUnavailable(new Error('broken'))
  }
  const open: Storage['open'] = async (...file) => {
    requireWorking()
    return disk.open(...file)
  }
  const link: Storage['link'] = async (...file) => {
    requireWorking()
    return disk.link?.(...file)
  }
  const own = await createOwnServer({}, { storage: { ...disk, open, link } })
  const { _id: linkId, owner } = await createBuilders(own).aLink()
  const as = { token: owner.token }
  const ofOwn = createTusCaller(own)
  const photo = await aPhoto()
  const url = await ofOwn.anUpload(as, photo.length, { linkId })
  expect((await ofOwn.patch(as, url, 0, photo)).status).toBe(503)
  const waiting = await ofOwn.head(as, url)
  expect([waiting.status, waiting.headers['upload-offset']]).toEqual([200, String(photo.length)])
  expect(waiting.headers).not.toHaveProperty('framelight-image')
  expect((await own.get(url, as)).body.data).toMatchObject({ offset: photo.length, image: null })
  isBroken = false
  expect((await ofOwn.head(as, url)).headers).toHaveProperty('framelight-image')
})

test('a canceled upload is gone, with its parts', async () => {
  const { as, photo, url, half } = await aScene()
  await tus.patch(as, url, 0, photo.subarray(0, half))
  expect((await tus.remove(as, url)).status).toBe(204)
  await untilPartsAreGone(server, url)
  expect((await tus.patch(as, url, half, photo.subarray(half))).status).toBe(404)
  expect((await tus.remove(as, url)).status).toBe(404)
})

test('an upload to a link that was deleted in the meantime is gone', async () => {
  const { link, as, photo, url, half } = await aScene()
  await tus.patch(as, url, 0, photo.subarray(0, half))
  await server.del(`/api/links/${link._id}?forever=true`, undefined, as)
  expect((await tus.patch(as, url, half, photo.subarray(half))).status).toBe(404)
  await untilPartsAreGone(server, url)
})

test("deleting a link or an account removes its uploads' parts", async () => {
  const [one, other] = [await aScene(), await aScene()]
  for (const { as, photo, url, half } of [one, other]) await tus.patch(as, url, 0, photo.subarray(0, half))
  await server.del(`/api/links/${one.link._id}?forever=true`, undefined, one.as)
  await server.del('/api/auth/deleteaccount', { password: other.link.owner.password }, other.as)
  await server.services.runDueTasks()
  await untilPartsAreGone(server, one.url)
  await untilPartsAreGone(server, other.url)
})

test('a full plan is refused before and after the bytes arrive', async () => {
  const { link, as, photo, url, half } = await aScene()
  await tus.patch(as, url, 0, photo.subarray(0, half))
  await setUsage(server, link.owner, 100_000)
  expect((await tus.create(as, 100, { linkId: link._id })).body.code).toBe('IMAGE_LIMIT_REACHED')
  expect((await tus.patch(as, url, half, photo.subarray(half))).body.code).toBe('IMAGE_LIMIT_REACHED')
  expect((await tus.head(as, url)).status).toBe(404)
  await setUsage(server, link.owner, 0)
})

test('an owner has 32 unfinished uploads, and another one replaces the oldest idle one', async () => {
  const link = await build.aLink()
  const as = { token: link.owner.token }
  const start = () => tus.create(as, 100, { linkId: link._id })
  const answers = await Promise.all(Array.from({ length: 40 }, start))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(32)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(8)
  expect(await unfinishedOf(link.owner)).toHaveLength(32)

  server.clock.advance(minutes(9))
  const [used] = answers.filter(({ status }) => status === 201).map(({ headers }) => String(headers.location))
  await tus.patch(as, used ?? '', 0, Buffer.alloc(1))
  expect((await start()).status).toBe(429)
  server.clock.advance(minutes(2))
  const replacing = await Promise.all(Array.from({ length: 40 }, start))
  expect(replacing.filter(({ status }) => status === 201)).toHaveLength(31)
  const left = await unfinishedOf(link.owner)
  expect(left).toHaveLength(32)
  expect(left).toContain(idOfUpload(used ?? ''))
})

test('an unfinished upload is forgotten a day after its last byte', async () => {
  const { as, photo, url, half } = await aScene()
  server.clock.advance(hours(20))
  await tus.patch(as, url, 0, photo.subarray(0, half))
  server.clock.advance(hours(23))
  expect((await tus.head(as, url)).status).toBe(200)
  server.clock.advance(hours(1))
  expect((await tus.head(as, url)).status).toBe(404)
  expect((await tus.patch(as, url, half, photo.subarray(half))).status).toBe(404)
  await server.services.runUploadJob()
  await untilPartsAreGone(server, url)
  expect(await unfinishedOf((await aScene()).link.owner)).toHaveLength(1)
})

test('a finished upload is forgotten a day later', async () => {
  const { link, as, photo, url } = await aScene()
  await tus.patch(as, url, 0, photo)
  server.clock.advance(hours(24) - 1000)
  expect((await tus.head(as, url)).headers).toHaveProperty('framelight-image')
  server.clock.advance(1000)
  expect((await tus.head(as, url)).status).toBe(404)
  await server.services.runUploadJob()
  expect(await countOf(server, link)).toBe(1)
})

test('the check knows parts, and removes those that are left of an upload after a day', async () => {
  const { as, photo, url, half } = await aScene()
  await tus.patch(as, url, 0, photo.subarray(0, half))
  if (server.config.storage.kind !== 'disk') throw new Error('Not on disk')
  const { dir } = server.config.storage
  const storage = await createDiskStorage({ dir, isGuest: true })
  const look = (recreate?: () => Promise<string>) => inspectFiles(server, { recreate })
  const [young, old] = [`uploads/xx/${'x'.repeat(22)}/0-young`, `uploads/xx/${'x'.repeat(22)}/0-old`]
  await storage.put([young, old].map((key) => ({ key, body: Buffer.from('part') })))
  const yesterday = new Date(Date.now() - hours(25))
  await utimes(join(dir, old), yesterday, yesterday)
  for await (const { key } of storage.list(partsPrefix(url))) await utimes(join(dir, key), yesterday, yesterday)

  const ofParts = ({ problems }: { problems: string[] }) => problems.filter((problem) => problem.startsWith('uploads/'))
  expect(ofParts(await look())).toEqual([`${old} is part of an upload that's gone`])
  await look(async () => 'not needed')
  expect(ofParts(await look())).toEqual([])
  expect([existsSync(join(dir, young)), existsSync(join(dir, old))]).toEqual([true, false])
  expect((await tus.patch(as, url, half, photo.subarray(half))).headers).toHaveProperty('framelight-image')
})
