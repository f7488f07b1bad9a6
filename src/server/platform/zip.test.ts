import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readZip } from '#test/support/zip-reader.ts'
import { createZip } from './zip.ts'

const modifiedAt = new Date('2024-05-06T07:08:10Z')
const anEntry = (name: string, bytes: Buffer) => ({
  name,
  size: bytes.length,
  modifiedAt,
  open: async () => Readable.from([bytes]),
})

function aLongEntry(name: string, size: number) {
  const entry = { name, size, modifiedAt, given: 0, isOpen: false, open: async () => source }
  const source = new Readable({
    read() {
      entry.isOpen = true
      const chunk = Buffer.alloc(Math.min(64 * 1024, size - entry.given))
      entry.given += chunk.length
      setImmediate(() => this.push(chunk.length > 0 ? chunk : null))
    },
    destroy(error, done) {
      entry.isOpen = false
      done(error)
    },
  })
  return entry
}

test('a ZIP has the announced size and contains every entry unchanged', async () => {
  const [first, second] = [Buffer.from('one'), Buffer.alloc(300_000, 7)]
  const { size, stream } = createZip([anEntry('a.jpg', first), anEntry('Grüße 🌅.png', second)])
  const bytes = await buffer(stream)

  expect(bytes.length).toBe(size)
  const files = readZip(bytes)
  expect(files.map(({ name }) => name)).toEqual(['a.jpg', 'Grüße 🌅.png'])
  expect(files[0]?.body.equals(first)).toBe(true)
  expect(files[1]?.body.equals(second)).toBe(true)
})

test('a ZIP stores the date of each entry, back to 1970', async () => {
  const dates = ['1955-05-06T07:08:10Z', '1999-12-31T23:59:58Z'].map((text) => new Date(text))
  const { stream } = createZip(dates.map((date, n) => ({ ...anEntry(`${n}.jpg`, Buffer.from('x')), modifiedAt: date })))

  expect(readZip(await buffer(stream)).map(({ modifiedAt }) => modifiedAt)).toEqual([new Date(0), dates[1]])
})

test('a ZIP opens one entry at a time and reads it only as fast as the ZIP is read', async () => {
  const entries = [aLongEntry('a', 10_000_000), aLongEntry('b', 10_000_000)]
  const { stream } = createZip(entries)
  stream.read(1)
  await delay(50)

  expect(entries[0]?.given).toBeGreaterThan(0)
  expect(entries[0]?.given).toBeLessThan(2_000_000)
  expect(entries[1]?.given).toBe(0)
  stream.destroy()
})

test('a destroyed ZIP stream stops reading', async () => {
  const entry = aLongEntry('a', 100_000_000)
  const { stream } = createZip([entry])
  stream.on('data', () => {})
  await delay(20)
  expect(entry.isOpen).toBe(true)
  stream.destroy()
  await delay(20)
  const { given } = entry
  await delay(50)

  expect(entry).toMatchObject({ given, isOpen: false })
  expect(given).toBeLessThan(100_000_000)
})

test('an entry that opens after the stream is destroyed is closed', async () => {
  const entry = aLongEntry('a', 1000)
  const source = await entry.open()
  const { stream } = createZip([{ ...entry, open: () => delay(20).then(() => source) }])
  stream.destroy()
  await delay(40)

  expect(source.destroyed).toBe(true)
})

test.each([
  ["can't be opened", { ...anEntry('a', Buffer.from('one')), open: () => Promise.reject(new Error('broken')) }],
  ['is shorter than announced', { ...anEntry('a', Buffer.from('one')), size: 4 }],
  ['fails halfway', { ...anEntry('a', Buffer.from('one')), open: async () => Readable.from(failing()) }],
])('the ZIP fails if an entry %s', async (_, entry) => {
  await expect(buffer(createZip([entry]).stream)).rejects.toThrow()
})

async function* failing() {
  yield Buffer.from('o')
  throw new Error('broken')
}
