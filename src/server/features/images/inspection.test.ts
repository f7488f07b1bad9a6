import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { uploadOf } from '#server/features/uploads/upload-parts.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import { createGuestUploads } from '#test/support/guest-uploads.ts'
import { inspectFiles } from '#test/support/inspection.ts'
import { useServer } from '#test/support/use-server.ts'
import { bytesOf, isFileName, keyOf, prefixOf } from './image-files.ts'
import { createInspectionRepository } from './inspection.repository.ts'
import { inspect } from './inspection.service.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
let link: Awaited<ReturnType<typeof build.aLink>>
let images: Awaited<ReturnType<typeof build.anImage>>[]

beforeAll(async () => {
  link = await build.aLink()
  images = []
  for (let n = 0; n < 3; n++) images.push(await build.anImage({ link }))
})

const pathOf = (key: string) => join(server.config.dataDir, 'pictures', key)

const look = ({ repair = false, meanwhile = async () => {} } = {}) =>
  inspectFiles(server, { recreate: repair ? async () => 'its original is gone' : undefined, meanwhile })

async function aFile(key: string, modifiedAt: Date) {
  await mkdir(dirname(pathOf(key)), { recursive: true })
  await writeFile(pathOf(key), 'nobody’s')
  await utimes(pathOf(key), modifiedAt, modifiedAt)
}

const longAgo = new Date(Date.now() - 2 * 3_600_000)

test('wrong counters, wrong covers and orphaned files are found, and repaired on request', async () => {
  await server.db.updateTable('usage').set({ images: 99 }).where('user_id', '=', link.owner.id).execute()
  await server.db
    .updateTable('links')
    .set({ image_count: 7, cover_image_id: null })
    .where('id', '=', link._id)
    .execute()
  const strays = [keyOf(images[0]?._id ?? '', '480-moving.webp'), keyOf('0'.repeat(22), '480.webp')]
  for (const key of strays) await aFile(key, longAgo)

  const before = await look()
  expect(before).toMatchObject({ imageCount: 3, problemCount: 5, repairedCount: 0 })
  expect(before.problems.sort()).toEqual(
    [
      ...strays.map((key) => `${key} doesn't belong to any image`),
      `the counters of user ${link.owner.id} are wrong`,
      `the cover of link ${link._id} is wrong`,
      `the image count of link ${link._id} is wrong`,
    ].sort(),
  )
  expect(await look({ repair: true })).toMatchObject({ problemCount: 5, repairedCount: 5 })
  expect(await look()).toMatchObject({ imageCount: 3, problemCount: 0 })
  const { body } = await server.get(`/api/links/${link._id}`, { token: link.owner.token })
  expect(body.data).toMatchObject({ imageCount: 3, coverImage: { _id: images[0]?._id } })
})

test("an orphaned file that's deleted or added to its image during the check isn't reported", async () => {
  const key = keyOf('0'.repeat(22), '480.webp')
  await aFile(key, longAgo)
  expect(await look({ meanwhile: () => rm(pathOf(key)) })).toMatchObject({ problemCount: 0 })

  const image = server.db
    .selectFrom('images')
    .select(['id', 'files', 'bytes'])
    .where('id', '=', images[2]?._id ?? '')
  const { id, files, bytes } = await image.executeTakeFirstOrThrow()
  const set = async (change: { files: string; bytes: number }) =>
    void (await server.db.updateTable('images').set(change).where('id', '=', id).execute())
  await set({ files: '[]', bytes: 0 })
  expect(await look({ meanwhile: () => set({ files, bytes }) })).toMatchObject({ problemCount: 0 })
})

test('wrong image sizes and storage totals are repaired', async () => {
  const usageOf = async () => {
    const usage = server.db.selectFrom('usage').select('bytes').where('user_id', '=', link.owner.id)
    return Number((await usage.executeTakeFirstOrThrow()).bytes)
  }
  const before = await usageOf()
  expect(before).toBeGreaterThan(0)
  const wrongOwner = `the counters of user ${link.owner.id} are wrong`

  await server.db.updateTable('usage').set({ bytes: 1 }).where('user_id', '=', link.owner.id).execute()
  expect(await look()).toMatchObject({ problems: [wrongOwner], repairedCount: 0 })
  expect(await usageOf()).toBe(1)
  expect(await look({ repair: true })).toMatchObject({ problems: [`${wrongOwner} (repaired)`], repairedCount: 1 })
  expect(await usageOf()).toBe(before)

  const imageId = images[0]?._id ?? ''
  await server.db.updateTable('images').set({ bytes: 1 }).where('id', '=', imageId).execute()
  const wrongImage = `the size of image ${imageId} is wrong`
  expect(await look()).toMatchObject({ problems: [wrongImage, wrongOwner] })
  expect(await look({ repair: true })).toMatchObject({ problemCount: 1, repairedCount: 1 })
  expect([(await look()).problemCount, await usageOf()]).toEqual([0, before])
})

test("orphaned files that are new or scheduled for deletion aren't deleted", async () => {
  const young = keyOf('1'.repeat(22), 'original.jpg')
  await aFile(young, new Date())
  await aFile(keyOf('2'.repeat(22), 'original.jpg'), longAgo)
  const going = { prefix: prefixOf('2'.repeat(22)), not_before: '2999-01-01T00:00:00.000Z', is_claimed: 0 }
  await server.db.insertInto('doomed_objects').values(going).execute()

  const { problems, repairedCount } = await look({ repair: true })
  expect(problems).toEqual([`${young} doesn't belong to any image (not repaired: it's new, try again in an hour)`])
  expect(repairedCount).toBe(0)
  await rm(pathOf(young))
})

test("foreign files in any folder are reported but aren't deleted", async () => {
  const inside = keyOf(images[0]?._id ?? '', 'notes.txt')
  // `~zzz` sorts after every image ID, but it's in folder `aa` and must not hide the images in later folders.
  const foreign = ['zz/foreign.txt', 'images/loose.jpg', 'images/aa/~zzz/480.webp', inside]
  for (const key of foreign) await aFile(key, longAgo)

  const { problems, repairedCount } = await look({ repair: true })
  expect(problems.sort()).toEqual(
    foreign
      .map((key) => `${key} isn't a Framelight file (not repaired: move it elsewhere if you need it, or delete it)`)
      .sort(),
  )
  expect(repairedCount).toBe(0)
  for (const key of foreign) await rm(pathOf(key))
  expect(await look()).toMatchObject({ problemCount: 0 })
})

test("an image deleted during the check isn't reported", async () => {
  const image = await build.anImage({ link })
  const storage = await createDiskStorage({ dir: join(server.config.dataDir, 'pictures'), isGuest: true })
  const inspection = createInspectionRepository(server.db)
  const before = (await look()).problemCount
  async function* imagesThatGo() {
    for await (const found of inspection.images()) {
      if (found.id === image._id) {
        await server.del(`/api/images/${image._id}?forever=true`, undefined, { token: link.owner.token })
        await rm(dirname(pathOf(keyOf(image._id, 'x'))), { recursive: true, force: true })
      }
      yield found
    }
  }
  const slow = { ...inspection, images: imagesThatGo }
  expect((await inspect({ inspection: slow, storage, keyOf, bytesOf, isFileName, uploadOf })).problemCount).toBe(before)
})

test('wrong sections are found, and repaired on request', async () => {
  const [link, other] = [await build.aLink(), await build.aLink()]
  const as = { token: link.owner.token }
  const { body } = await server.post(`/api/links/${link._id}/sections`, { title: 'Coast' }, as)
  const image = await build.anImage({ link, fields: { sectionId: body.data._id } })
  await build.anImage({ link: other })
  const wrong = ({ _id }: { _id: string }) => `the sections of link ${_id} are wrong`
  const found = async () => (await look()).problems.filter((problem) => problem.includes('sections')).sort()
  expect(await found()).toEqual([])
  await server.db.updateTable('links').set({ section_count: 3 }).where('id', '=', link._id).execute()
  await server.db.updateTable('images').set({ section_position: 7 }).where('id', '=', image._id).execute()
  await server.db.updateTable('images').set({ section_id: body.data._id }).where('link_id', '=', other._id).execute()
  expect(await found()).toEqual([wrong(link), wrong(other)].sort())
  await look({ repair: true })
  expect(await found()).toEqual([])
  expect((await server.get(`/api/links/${link._id}`, as)).body.data.sections).toMatchObject([{ imageCount: 1 }])
})

test("images that need approval and guests' counters are checked too", async () => {
  const { aCollectingLink, aGuest } = createGuestUploads(server)
  const collecting = await aCollectingLink()
  const { image } = await aGuest(collecting)
  const before = await look()
  expect(before.problems).toEqual([])
  const columns = { waiting_count: 5, guest_image_count: 0 }
  await server.db.updateTable('links').set(columns).where('id', '=', collecting._id).execute()
  await server.db.updateTable('guests').set({ image_count: 9 }).where('link_id', '=', collecting._id).execute()
  await rm(pathOf(keyOf(image._id, '60.webp')))
  const found = await look({ repair: true })
  expect(found.problems).toEqual([
    `60.webp of image ${image._id} is missing (not repaired: its original is gone)`,
    `the image count of link ${collecting._id} is wrong (repaired)`,
  ])
  const guests = server.db.selectFrom('guests').select(['image_count', 'waiting_count'])
  expect(await guests.where('link_id', '=', collecting._id).execute()).toEqual([{ image_count: 1, waiting_count: 1 }])
  expect((await look()).problems).toEqual([`60.webp of image ${image._id} is missing`])
  await server.db.updateTable('guests').set({ waiting_count: 9 }).where('link_id', '=', collecting._id).execute()
  expect((await look()).problems).toContain(`the image count of link ${collecting._id} is wrong`)
  await look({ repair: true })
})
