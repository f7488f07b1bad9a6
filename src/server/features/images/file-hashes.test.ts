import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Log } from '#server/platform/concurrency/job.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import { useServer } from '#test/support/use-server.ts'
import { createFileHashRepository } from './file-hashes.repository.ts'
import { createFileHashService } from './file-hashes.service.ts'
import { keyOf } from './image-files.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const ids: string[] = []

beforeAll(async () => {
  const link = await build.aLink()
  for (let n = 0; n < 3; n++) ids.push((await build.anImage({ link }))._id)
})
/** Makes all images look like they were uploaded before hashes were stored. */
beforeEach(async () => void (await server.db.updateTable('images').set({ file_hashes: null }).execute()))

const pathOf = (id: string, name: string) => join(server.config.dataDir, 'pictures', keyOf(id, name))
const hashesIn = async () => {
  const rows = await server.db.selectFrom('images').select(['id', 'file_hashes']).execute()
  return Object.fromEntries(rows.map(({ id, file_hashes }) => [id, file_hashes]))
}

async function hashAll() {
  const warnings: object[] = []
  const log: Log = {
    info() {},
    warn: (details) => void warnings.push(details),
    error: (details) => {
      throw details
    },
  }
  const storage = await createDiskStorage({ dir: join(server.config.dataDir, 'pictures'), isGuest: true })
  const hashes = createFileHashRepository(server.db)
  await createFileHashService({ hashes, storage, clock: server.clock, log }).hashAll(() => false)
  return warnings
}

test('images uploaded before hashes were stored get the same hashes as new ones', async () => {
  const link = await build.aLink()
  const { _id: uploaded } = await build.anImage({ link })
  const expected = (await hashesIn())[uploaded]
  expect(JSON.parse(expected ?? '{}')['original.jpg']).toMatch(/^[0-9a-f]{64}$/)

  expect(await hashAll()).toEqual([])
  const found = await hashesIn()
  // All images were built from the same file.
  for (const id of [...ids, uploaded]) expect(JSON.parse(found[id] ?? '{}')).toEqual(JSON.parse(expected ?? '{}'))
})

test('images with missing or truncated files are left unhashed and reported', async () => {
  const [missing = '', short = '', sound = ''] = ids
  await rm(pathOf(missing, 'full.jpg'))
  await truncate(pathOf(short, 'original.jpg'), 10)

  expect(await hashAll()).toEqual([{ images: 2 }])
  expect(await hashesIn()).toMatchObject({ [missing]: null, [short]: null, [sound]: expect.any(String) })
})
