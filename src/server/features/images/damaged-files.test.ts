import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { uploadOf } from '#server/features/uploads/upload-parts.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import { anAnimatedPicture, aPicture, withSecrets } from '#test/support/pictures.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { useServer } from '#test/support/use-server.ts'
import { bytesOf, isFileName, keyOf } from './image-files.ts'
import { createImageRepairs } from './image-repairs.service.ts'
import { createInspectionRepository } from './inspection.repository.ts'
import { inspect } from './inspection.service.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
let link: Awaited<ReturnType<typeof build.aLink>>
let imageId: string

const pathOf = (name: string) => join(server.config.dataDir, 'pictures', keyOf(imageId, name))
const read = (name: string) => readFile(pathOf(name))
const filesOf = async () => (await createInspectionRepository(server.db).findFolder(imageId))?.files ?? []

beforeEach(async () => {
  link = await build.aLink()
  const picture = await withSecrets(aPicture({ width: 1200, height: 800 }))
    .jpeg()
    .toBuffer()
  const image = await build.anImage({ link, bytes: picture })
  imageId = image._id
  return async () => void (await server.del(`/api/images/${image._id}`, undefined, { token: link.owner.token }))
})

async function check({ isDeep = false, repair = false } = {}) {
  const storage = await createDiskStorage({ dir: join(server.config.dataDir, 'pictures'), isGuest: true })
  const inspection = createInspectionRepository(server.db)
  const tempDir = join(server.config.tempDir, 'check')
  const { imageProcessor } = testPorts()
  const recreate = repair
    ? createImageRepairs({ inspection, storage, imageProcessor, keyOf, bytesOf, tempDir })
    : undefined
  const found = await inspect({ inspection, storage, keyOf, bytesOf, isFileName, uploadOf, isDeep, recreate })
  const { problemCount, repairedCount, unhashedCount } = found
  // Ignore images of earlier tests, which are being deleted in the background.
  return {
    problems: found.problems.filter((problem) => problem.includes(imageId)),
    problemCount,
    repairedCount,
    unhashedCount,
  }
}

async function flipBytes(name: string) {
  const bytes = await read(name)
  const middle = bytes.length >> 1
  for (let at = middle; at < middle + 4; at++) bytes[at] = ~(bytes[at] ?? 0)
  await writeFile(pathOf(name), bytes)
}

const made = ['480.webp', '960.jpg', '1200.jpg', 'full.jpg']
const changed = 'has changed since it was stored: its SHA-256 differs'

test('every file of an upload has a hash', async () => {
  const files = await filesOf()
  expect(files.map(({ name }) => name)).toEqual([...made, 'original.jpg'])
  expect(await check({ isDeep: true })).toMatchObject({ problems: [], unhashedCount: 0 })
})

test.each(made)('a missing %s is recreated from the original, byte for byte', async (name) => {
  const before = await read(name)
  await rm(pathOf(name))

  expect(await check()).toMatchObject({ problems: [`${name} of image ${imageId} is missing`], repairedCount: 0 })
  await expect(read(name)).rejects.toThrow('ENOENT')
  expect((await check({ repair: true })).problems).toEqual([`${name} of image ${imageId} is missing (repaired)`])
  expect((await read(name)).equals(before)).toBe(true)
  expect((await check({ isDeep: true })).problems).toEqual([])
})

test('a truncated file is detected by its length and recreated', async () => {
  const before = await read('960.jpg')
  await truncate(pathOf('960.jpg'), 1000)

  const problem = `960.jpg of image ${imageId} has 1000 bytes instead of ${before.length}`
  expect((await check()).problems).toEqual([problem])
  expect((await check({ repair: true })).problems).toEqual([`${problem} (repaired)`])
  expect((await read('960.jpg')).equals(before)).toBe(true)
})

test('only a deep check detects and recreates a file with changed bytes', async () => {
  const before = await read('full.jpg')
  await flipBytes('full.jpg')

  expect((await check()).problems).toEqual([])
  expect((await check({ isDeep: true })).problems).toEqual([`full.jpg of image ${imageId} ${changed}`])
  expect((await check({ isDeep: true, repair: true })).problems).toEqual([
    `full.jpg of image ${imageId} ${changed} (repaired)`,
  ])
  expect((await read('full.jpg')).equals(before)).toBe(true)
})

test.each([
  ['missing', (path: string) => rm(path), 'is missing'],
  ['altered', () => flipBytes('original.jpg'), changed],
])("an original that's %s is reported and isn't used to recreate files", async (_, damage, what) => {
  await damage(pathOf('original.jpg'))
  await rm(pathOf('480.webp'))

  const reason =
    'not repaired: the original is missing or damaged: restore it from a backup, or delete the image and upload it again'
  const { problems } = await check({ isDeep: true, repair: true })
  expect(problems).toEqual([
    `480.webp of image ${imageId} is missing (${reason})`,
    `original.jpg of image ${imageId} ${what} (${reason})`,
  ])
  await expect(read('480.webp')).rejects.toThrow('ENOENT')
})

test("an altered original isn't used to recreate files, even without a deep check", async () => {
  await flipBytes('original.jpg')
  await rm(pathOf('480.webp'))

  expect((await check({ repair: true })).problems).toEqual([expect.stringContaining('(not repaired: the original is')])
})

test('recreating a file with different bytes updates its length, hash and camera patch', async () => {
  const files = await filesOf()
  // Pretend that an older encoder produced a different full size.
  const older = files.map((file) => (file.kind === 'full' ? { ...file, bytes: file.bytes + 5, sha256: 'other' } : file))
  const row = { userId: link.owner.id, files: older, bytes: bytesOf(older), cameraPatch: null }
  await createInspectionRepository(server.db).replaceFiles(imageId, row)

  expect((await check({ repair: true })).problems).toEqual([expect.stringMatching(/^full\.jpg .* \(repaired\)$/)])
  expect(await filesOf()).toEqual(files)
  const patch = server.db.selectFrom('camera_patches').select('bytes').where('image_id', '=', imageId)
  expect(await patch.executeTakeFirst()).toBeDefined()
  expect((await check({ isDeep: true })).problems).toEqual([])
})

test('animated renditions are recreated too', async () => {
  const moving = await build.anImage({ link, bytes: await (await anAnimatedPicture()).gif().toBuffer() })
  imageId = moving._id
  const name = (await filesOf()).find(({ kind }) => kind === 'moving')?.name ?? ''
  const before = await read(name)
  await rm(pathOf(name))

  expect((await check({ repair: true })).problems).toEqual([`${name} of image ${imageId} is missing (repaired)`])
  expect((await read(name)).equals(before)).toBe(true)
})

test("a deep check counts files without a hash but can't check their bytes", async () => {
  await server.db.updateTable('images').set({ file_hashes: null }).where('id', '=', imageId).execute()
  await flipBytes('full.jpg')

  expect(await check({ isDeep: true })).toMatchObject({ problems: [], unhashedCount: 5 })
})
