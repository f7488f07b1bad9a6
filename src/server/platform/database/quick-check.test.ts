import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { overwritePages } from '#test/support/damaged-database.ts'
import { createDatabase, openExistingDatabase } from './database.ts'
import { quickCheck, refuseDamaged } from './quick-check.ts'
import { runQuickCheck } from './run-quick-check.ts'

let file: string

beforeEach(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'framelight-quick-check-'))
  file = join(dir, 'framelight.db')
  const db = await createDatabase({ kind: 'sqlite', file })
  await db.destroy()
  return () => rm(dir, { recursive: true })
})

test('an intact database has no faults', async () => {
  expect(quickCheck(file)).toEqual([])
  expect(await runQuickCheck(file)).toEqual([])
  expect(() => refuseDamaged(file)).not.toThrow()
})

test('overwritten pages are found', async () => {
  await overwritePages(file)

  const faults = await runQuickCheck(file)
  expect(faults.length).toBeGreaterThan(0)
  expect(quickCheck(file)).toEqual(faults)
  expect(() => refuseDamaged(file)).toThrow(/^The database is damaged \(.+\)\. Check DATA_DIR, or restore/)
})

test('the server and the commands reject a non-database file with the same message', async () => {
  await writeFile(file, 'no database '.repeat(1000))

  const sentence = /^The database is damaged \(file is not a database\)/
  expect(() => refuseDamaged(file)).toThrow(sentence)
  await expect(openExistingDatabase({ kind: 'sqlite', file })).rejects.toThrow(sentence)
})

test("a missing database isn't rejected", () => {
  expect(() => refuseDamaged(join(file, '..', 'new.db'))).not.toThrow()
})
