import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { openZip } from './zip-archive.ts'

const text = 'a year outside '.repeat(50)

async function aZip(options: { compress?: boolean; forceZip64Format?: boolean; comment?: string } = {}) {
  const { comment = '', forceZip64Format = false, ...entry } = options
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('first'), 'one.txt', { compress: false })
  zip.addBuffer(Buffer.from(text), 'pictures/größe.txt', { forceZip64Format, ...entry })
  zip.end({ forceZip64Format, comment })
  return new Blob([await buffer(zip.outputStream as NodeJS.ReadableStream)])
}

test.each([
  ['with an uncompressed entry', { compress: false }],
  ['with a deflated entry', { compress: true }],
  ['in zip64 format', { compress: false, forceZip64Format: true }],
  ['with a trailing comment', { comment: 'made in November' }],
])('a ZIP %s can be read', async (_how, options) => {
  const zip = await openZip(await aZip(options))
  expect(await (await zip.read('pictures/größe.txt', 10_000))?.text()).toBe(text)
  expect(await (await zip.read('one.txt', 10_000))?.text()).toBe('first')
  expect(await zip.read('two.txt', 10_000)).toBeUndefined()
})

test('a broken or truncated ZIP is rejected', async () => {
  const whole = await aZip()
  for (const broken of [new Blob(['no ZIP at all']), new Blob([]), whole.slice(0, whole.size - 30), whole.slice(40)]) {
    const reading = openZip(broken).then((zip) => zip.read('one.txt', 10_000))
    await expect(reading).rejects.toThrow("This file isn't a ZIP, or it's incomplete.")
  }
})

test.each([
  ['an uncompressed', false],
  ['a deflated', true],
])('%s entry over the size limit is rejected', async (_how, compress) => {
  const zip = await openZip(await aZip({ compress }))
  await expect(zip.read('pictures/größe.txt', text.length - 1)).rejects.toThrow('A file in this ZIP is too large.')
  expect((await zip.read('pictures/größe.txt', text.length))?.size).toBe(text.length)
})
