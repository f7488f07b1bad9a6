import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openZip } from '#cli/zip.mjs'
import { hostileZips } from '#test/support/hostile-zips.ts'
import { writeZip } from '#test/support/zip-writer.ts'

async function anArchive(bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-zip-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'a.zip')
  await writeFile(path, bytes)
  return path
}

async function read(bytes: Buffer) {
  const zip = await openZip(await anArchive(bytes))
  onTestFinished(() => zip.close())
  const found: Record<string, string> = {}
  for (const { name, problem, open } of zip.entries()) {
    const body = problem
      ? problem.code
      : await buffer(open()).then(
          (body) => body.toString(),
          (error) => error.code,
        )
    found[name] = body
  }
  return found
}

test('stored and packed files are read, in plain and in ZIP64 archives', async () => {
  const parts = [
    { name: 'a.jpg', body: 'stored' },
    { name: 'Ünïcode\n/b.jpg', body: 'packed '.repeat(20_000), isDeflated: true },
    { name: Buffer.from('caf\xe9.jpg', 'latin1'), body: 'old encoding', flags: 0 },
    { name: 'empty.jpg', body: '' },
  ]
  const expected = {
    'a.jpg': 'stored',
    'Ünïcode\n/b.jpg': 'packed '.repeat(20_000),
    'café.jpg': 'old encoding',
    'empty.jpg': '',
  }
  expect(await read(writeZip(parts))).toEqual(expected)
  expect(await read(writeZip(parts, { comment: 'a comment' }))).toEqual(expected)
  const wide = parts.map((part) => ({ ...part, isZip64: true }))
  expect(await read(writeZip(wide, { isZip64: true }))).toEqual(expected)
})

test('20 folders, and 200 to 1 up to 1 MB, are fine', async () => {
  const body = Buffer.alloc(2 ** 20)
  const deep = `${'a/'.repeat(20)}a.jpg`
  const found = await read(writeZip([{ name: deep }, { name: 'black.jpg', body, isDeflated: true }]))
  expect(found[deep]).toBe('picture')
  expect(found['black.jpg']).toHaveLength(body.length)
})

test.each(hostileZips)('$what is refused', async ({ zip, codes }) => {
  const outcome = read(zip()).then(
    (found) => Object.values(found).filter((body) => /^[A-Z_]+$/.test(body)),
    (error) => [error.code],
  )
  expect(await outcome).toEqual(codes)
})
