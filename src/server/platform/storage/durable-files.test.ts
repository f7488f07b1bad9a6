import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeEmptyFolders, renameInto } from './durable-files.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'durable-files-'))
})
afterAll(() => rm(root, { recursive: true }))

test('a rename succeeds even while its empty parent folders are being removed', async () => {
  const isOver = new AbortController()
  const pathOf = (who: string, n: number) => join(root, 'images', `${who}${n % 7}`, `${n}`, 'file')
  const clearAway = async (who: string) => {
    for (let n = 0; !isOver.signal.aborted; n++) await removeEmptyFolders(root, pathOf(who, n))
  }
  const placeAndRemove = async (who: string) => {
    const from = join(root, `from-${who}`)
    for (let n = 0; n < 1000; n++) {
      await writeFile(from, who)
      await renameInto(from, pathOf(who, n))
      await rm(pathOf(who, n))
      await removeEmptyFolders(root, pathOf(who, n))
    }
  }
  const clearing = [clearAway('a'), clearAway('b')]
  await Promise.all([placeAndRemove('a'), placeAndRemove('b')]).finally(() => isOver.abort())
  await Promise.all(clearing)
  expect(await readdir(root)).toEqual([])
})
