import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeEmptyFolders, renameInto } from './durable-files.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'durable-files-'))
})
afterAll(() => rm(root, { recursive: true }))

test('a rename succeeds while empty folders are being removed', async () => {
  const isOver = new AbortController()
  const pathOf = (who: string, n: number) => join(root, 'images', `${who}${n % 7}`, `${n}`, 'file')
  const clearAway = async (who: string) => {
    for (let n = 0; !isOver.signal.aborted; n++) await removeEmptyFolders([dirname(pathOf(who, n))])
  }
  const placeAndRemove = async (who: string) => {
    const from = join(root, `from-${who}`)
    for (let n = 0; n < 1000; n++) {
      await writeFile(from, who)
      await renameInto(from, pathOf(who, n))
      await rm(pathOf(who, n))
      await removeEmptyFolders([dirname(pathOf(who, n))])
    }
  }
  const clearing = [clearAway('a'), clearAway('b')]
  await Promise.all([placeAndRemove('a'), placeAndRemove('b')]).finally(() => isOver.abort())
  await Promise.all(clearing)
  const left = await readdir(root, { recursive: true })
  expect(left.filter((path) => path.split('/').length > 2)).toEqual([])
})
