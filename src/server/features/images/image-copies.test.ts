import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createImageProcessor } from '#server/platform/images/image-processor.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import type { Image } from '#shared/images.ts'
import { asOwner, createBuilders } from '#test/support/builders.ts'
import { createGalleries, type OwnLink } from '#test/support/galleries.ts'
import { aPicture, findFaults, withSecrets } from '#test/support/pictures.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { createOwnServer, type TestServer } from '#test/support/server.ts'
import { setUsage } from '#test/support/uploads.ts'
import { useServer } from '#test/support/use-server.ts'
import { bytesOf, isFileName, keyOf } from './image-files.ts'
import { createImageRepairs } from './image-repairs.service.ts'
import { createInspectionRepository } from './inspection.repository.ts'
import { inspect } from './inspection.service.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { aGallery, coversOf, read, titlesOf } = createGalleries(server)

type Own = Omit<OwnLink, 'slug'>

const change = (link: Own, body: object, on: TestServer = server) => on.post('/api/images/bulk', body, asOwner(link))
const copy = (to: Own, imageIds: (string | undefined)[], on?: TestServer) =>
  change(to, { action: 'copy', imageIds, linkId: to._id }, on)

const usageOf = async ({ owner }: Own, on: TestServer = server) => {
  const row = await on.db.selectFrom('usage').selectAll().where('user_id', '=', owner.id).executeTakeFirstOrThrow()
  return { images: row.images, bytes: Number(row.bytes) }
}
const picturesOf = ({ config }: TestServer) => join(config.dataDir, 'pictures')
const storedFiles = async (on: TestServer) => (await readdir(picturesOf(on), { recursive: true })).length

describe('copies', () => {
  test('appear at the end of the other link in the listed order, once each', async () => {
    const link = await aGallery(3)
    const other = await aGallery(1, { owner: link.owner })
    const [a, , c] = link.ids
    const { status, body } = await copy(other, [c, a, c])
    expect([status, body.data.done]).toEqual([200, 2])
    expect((await read(other)).images.map((image: Image) => image._id)).toEqual([...other.ids, ...body.data.imageIds])
    expect([await titlesOf(link), await titlesOf(other), await coversOf(other)]).toEqual(['abc', 'aca', 'a'])
    expect((await read(other)).imageCount).toBe(3)
  })

  test('take over texts, focal point and camera details, but not views, comments or the guest', async () => {
    const bytes = await withSecrets(aPicture().jpeg()).toBuffer()
    const link = await build.aLink({ cameraDetails: true })
    const { _id, owner } = await build.anImage({ link, bytes, fields: { title: 'Dunes', description: 'At noon' } })
    await server.put(`/api/images/${_id}`, { coverFocus: { x: 0.1, y: 0.9 } }, { token: owner.token })
    await build.aComment({ image: { _id } })
    await server.db.updateTable('images').set({ views: 5 }).where('id', '=', _id).execute()
    const other = await build.aLink({ owner, cameraDetails: true })
    const [copyId] = (await copy(other, [_id])).body.data.imageIds

    const [one, two] = [(await read(link)).images[0], (await read(other)).images[0]] as [Image, Image]
    const { title, description, fileName, takenAt, camera, coverFocus, width, height, placeholder } = one
    expect(two).toMatchObject({ title, description, fileName, takenAt, camera, coverFocus, width, height, placeholder })
    expect([two._id, two.views, two.isCoverImage, two.addedBy]).toEqual([copyId, 0, true, null])
    expect(camera?.make).toBe('Nosy Camera')
    expect((await server.get(`/api/comments/image/${copyId}`)).body.data).toEqual([])
    const full = await Promise.all([one, two].map(({ url }) => server.app.inject(url ?? '')))
    expect(full[1]?.rawPayload.equals(full[0]?.rawPayload ?? Buffer.of())).toBe(true)
    expect(two.url).toContain(copyId)
  })

  test("obey their own link's access", async () => {
    const link = await aGallery(1)
    const other = await aGallery(0, { owner: link.owner, isPrivate: true })
    const [copyId] = (await copy(other, link.ids)).body.data.imageIds
    expect((await server.get(`/api/images/${copyId}`)).status).toBe(403)
    const [open] = (await read(link)).images as Image[]
    const guessed = open?.imageUrl.replace(link.ids[0] ?? '', copyId) ?? ''
    expect([(await server.get(open?.imageUrl ?? '')).status, (await server.get(guessed)).status]).toEqual([200, 403])
    const [shown] = (await read(other)).images as Image[]
    expect((await server.get(shown?.imageUrl ?? '')).status).toBe(200)
    const original = await server.get(`/api/images/${copyId}/original`, asOwner(link))
    expect(original.status).toBe(200)
  })

  test('keep the name of the guest who added the image', async () => {
    const link = await aGallery(1)
    const other = await aGallery(0, { owner: link.owner })
    await server.db.updateTable('images').set({ added_by: 'Ana' }).where('link_id', '=', link._id).execute()
    await copy(other, link.ids)
    expect((await read(other)).images[0].addedBy).toEqual({ name: 'Ana' })
  })

  test('are rejected as a whole if an ID or field is invalid', async () => {
    const link = await aGallery(2)
    const foreign = await aGallery(1)
    const target = await build.aLink({ owner: link.owner })
    const [a, b] = link.ids
    const to = { action: 'copy', linkId: target._id }
    for (const body of [
      { ...to, imageIds: [a, foreign.ids[0]] },
      { ...to, imageIds: [a, 'unknown'] },
      { ...to, imageIds: [] },
      { ...to, imageIds: Array(1001).fill(a) },
      { action: 'copy', imageIds: [a] },
      { action: 'copy', imageIds: [a], linkId: 'unknown' },
      { action: 'copy', imageIds: [a], linkId: foreign._id },
      { action: 'copy', imageIds: [b], linkId: link._id },
    ]) {
      const answer = await change(link, body)
      expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([400, 'VALIDATION_FAILED'])
    }
    expect([await titlesOf(target), await titlesOf(link), await titlesOf(foreign)]).toEqual(['', 'ab', 'a'])
    expect((await usageOf(link)).images).toBe(2)
  })
})

test('an account can copy a limited number of images an hour', async () => {
  const link = await build.aLink()
  const other = await build.aLink({ owner: link.owner })
  const ids = await build.imageRows(link, 200)
  expect((await copy(other, ids)).status).toBe(200)
  // No other limit has counted that many.
  await server.db.updateTable('rate_limits').set({ count: 49_999 }).where('count', '>=', 200).execute()
  const refused = await copy(other, ids.slice(0, 2))
  expect([refused.status, refused.body.error]).toEqual([429, "You've copied a lot of images. Try again in 60 minutes."])
  expect((await copy(other, ids.slice(0, 1))).status).toBe(200)
  expect((await usageOf(link)).images).toBe(401)
})

describe('usage', () => {
  test('bytes count once, and are freed with the last copy', async () => {
    const own = await createOwnServer({ defaultPlan: 'gold', trashDays: 0 })
    const { aLink, anImage } = createBuilders(own)
    const image = await anImage()
    const { link } = image
    const other = await aLink({ owner: link.owner })
    const before = await usageOf(link, own)
    const stored = await storedFiles(own)
    const [one] = (await copy(other, [image._id], own)).body.data.imageIds
    const [two] = (await copy(other, [image._id], own)).body.data.imageIds
    expect(await usageOf(link, own)).toEqual({ images: 3, bytes: before.bytes })
    expect(await storedFiles(own)).toBe(stored)

    const remove = (id: string) => own.del(`/api/images/${id}?forever=true`, undefined, asOwner(link))
    await remove(image._id)
    await remove(two)
    expect(await usageOf(link, own)).toEqual({ images: 1, bytes: before.bytes })
    await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]))
    const [kept] = (await own.get(`/api/links/${other._id}`, asOwner(link))).body.data.images
    expect([kept._id, (await own.get(kept.imageUrl)).status]).toEqual([one, 200])

    await remove(one)
    expect(await usageOf(link, own)).toEqual({ images: 0, bytes: 0 })
    await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]))
  })

  test.each(['the original', 'the copy'])("deleting %s's link frees nothing the other still needs", async (which) => {
    const own = await createOwnServer({ defaultPlan: 'gold', trashDays: 0 })
    const { aLink, anImage } = createBuilders(own)
    const { _id, link } = await anImage()
    const other = await aLink({ owner: link.owner })
    const { bytes } = await usageOf(link, own)
    await copy(other, [_id], own)
    const [gone, kept] = which === 'the copy' ? [other, link] : [link, other]
    await own.del(`/api/links/${gone._id}?forever=true`, undefined, asOwner(link))
    await waitForRemovals(own)
    await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]))
    expect(await usageOf(link, own)).toEqual({ images: 1, bytes })
    const [image] = (await own.get(`/api/links/${kept._id}`, asOwner(link))).body.data.images
    expect((await own.get(image.imageUrl)).status).toBe(200)
    await own.del(`/api/links/${kept._id}?forever=true`, undefined, asOwner(link))
    expect(await usageOf(link, own)).toEqual({ images: 0, bytes: 0 })
    await waitForRemovals(own)
    await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]))
  })

  test("copies that don't all fit are rejected, and 16 parallel calls fill the limit exactly", async () => {
    const link = await aGallery(2)
    const other = await aGallery(0, { owner: link.owner })
    await setUsage(server, link.owner, 749)
    const refused = await copy(other, link.ids)
    expect([refused.status, refused.body.code]).toEqual([403, 'IMAGE_LIMIT_REACHED'])
    expect(refused.body.error).toBe('You have room for only 1 more image. Copy fewer, or delete some first.')
    await setUsage(server, link.owner, 745)
    const answers = await Promise.all(Array.from({ length: 16 }, () => copy(other, link.ids)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(14).fill(403)])
    expect([(await usageOf(link)).images, (await read(other)).imageCount]).toEqual([749, 4])
  })

  test('a full storage leaves room for copies', async () => {
    const link = await aGallery(1)
    const other = await aGallery(0, { owner: link.owner })
    await server.db.updateTable('usage').set({ bytes: 1e15 }).where('user_id', '=', link.owner.id).execute()
    expect((await copy(other, link.ids)).status).toBe(200)
  })
})

test('1,000 images are copied in one call', async () => {
  const own = await createOwnServer({ limits: { imageLimit: 2000 } })
  const { aLink, imageRows } = createBuilders(own)
  const link = await aLink()
  const ids = await imageRows(link, 1000)
  const other = await aLink({ owner: link.owner })
  const { status, body } = await copy(other, ids, own)
  expect([status, body.data.done, new Set(body.data.imageIds).size]).toEqual([200, 1000, 1000])
  const { images } = (await own.get(`/api/links/${other._id}`, asOwner(link))).body.data
  expect(images.map((image: Image) => image._id)).toEqual(body.data.imageIds)
})

test('copies and deletions at the same moment both succeed, and files stay while needed', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold', trashDays: 0 })
  const { aUser, aLink, anImage } = createBuilders(own)
  const owner = await aUser()
  const [from, to, away] = [await aLink({ owner }), await aLink({ owner }), await aLink({ owner })]
  const images = await Promise.all(Array.from({ length: 12 }, () => anImage({ link: from })))
  await copy(
    away,
    images.map(({ _id }) => _id),
    own,
  )
  const answers = await Promise.all([
    ...images.flatMap(({ _id }) => [
      copy(to, [_id], own),
      own.del(`/api/images/${_id}?forever=true`, undefined, asOwner({ owner })),
    ]),
    own.del(`/api/links/${away._id}?forever=true`, undefined, asOwner({ owner })),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual([])
  await waitForRemovals(own)
  await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]))
  const { images: left } = (await own.get(`/api/links/${to._id}`, asOwner({ owner }))).body.data
  for (const { imageUrl } of left) expect((await own.get(imageUrl)).status).toBe(200)
})

describe('`npm run check`', () => {
  async function look(on: TestServer, { repair = false } = {}) {
    const storage = await createDiskStorage({ dir: picturesOf(on), isGuest: true })
    const inspection = createInspectionRepository(on.db)
    const uploadOf = () => undefined
    const imageProcessor = createImageProcessor()
    try {
      const tempDir = join(on.config.tempDir, 'check')
      const recreate = repair
        ? createImageRepairs({ inspection, storage, imageProcessor, keyOf, bytesOf, tempDir })
        : undefined
      return await inspect({ inspection, storage, keyOf, bytesOf, isFileName, uploadOf, recreate, isDeep: true })
    } finally {
      await imageProcessor.close()
    }
  }

  test('finds nothing wrong with copies, and repairs files for all of them', async () => {
    const own = await createOwnServer({ defaultPlan: 'gold' })
    const { aLink, anImage } = createBuilders(own)
    const { _id, link } = await anImage()
    await anImage({ link })
    const other = await aLink({ owner: link.owner })
    await copy(other, [_id], own)
    await copy(other, [_id], own)
    expect(await look(own)).toMatchObject({ imageCount: 4, problems: [] })
    await own.del(`/api/images/${_id}?forever=true`, undefined, asOwner(link))
    expect(await look(own)).toMatchObject({ imageCount: 3, problems: [] })

    // As if an older encoder had written it.
    const storage = await createDiskStorage({ dir: picturesOf(own), isGuest: true })
    await storage.remove([keyOf(_id, '60.webp')])
    const rows = await own.db.selectFrom('images').selectAll().where('folder', '=', _id).execute()
    const files = JSON.parse(rows[0]?.files ?? '[]') as { name: string; bytes: number }[]
    const older = files.map((file) => (file.name === '60.webp' ? { ...file, bytes: 5 } : file))
    const bytes = bytesOf(older)
    await own.db
      .updateTable('images')
      .set({ files: JSON.stringify(older), bytes })
      .where('folder', '=', _id)
      .execute()
    await createInspectionRepository(own.db).recountUser(link.owner.id)
    expect((await look(own, { repair: true })).problems).toEqual([
      expect.stringMatching(/^60.webp of image \S+ is missing \(repaired\)$/),
    ])
    expect(await look(own)).toMatchObject({ imageCount: 3, problems: [] })
    const after = await own.db.selectFrom('images').select('files').where('folder', '=', _id).execute()
    expect(after.map((row) => JSON.parse(row.files))).toEqual([files, files])
  })
})
