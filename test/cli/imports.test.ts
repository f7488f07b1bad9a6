import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCommandLine } from '#test/support/command-line.ts'
import { createFakeFramelight, type FakeLink } from '#test/support/fake-framelight.ts'
import { writeZip, type ZipPart } from '#test/support/zip-writer.ts'

async function aCommandLine() {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const server = await createFakeFramelight()
  const cli = await createCommandLine({ folder, server: server.url })
  const zip = async (name: string, parts: ZipPart[]) => writeFile(join(folder, name), writeZip(parts))
  const files = async (texts: Record<string, string>) => {
    for (const [name, text] of Object.entries(texts)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
  }
  return { folder, server, zip, files, ...cli }
}

const namesIn = (links: FakeLink[]) =>
  Object.fromEntries(links.map(({ title, images }) => [title, images.map(({ fileName }) => fileName).sort()]))

test('each folder with photos becomes a private link, from folders and ZIPs', async () => {
  const { folder, server, zip, files, json } = await aCommandLine()
  await zip('trip.zip', [
    { name: 'top.jpg', body: 'top' },
    { name: 'Lisbon/' },
    { name: 'Lisbon/b.jpg', body: 'b', isDeflated: true },
    { name: 'Lisbon/Day\n2/c.jpg', body: 'c' },
    { name: '__MACOSX/Lisbon/._b.jpg', body: 'fork' },
    { name: 'Lisbon/notes.txt', body: 'text' },
    { name: '../outside.jpg', body: 'outside' },
    { name: 'Empty/notes.txt', body: 'text' },
  ])
  await files({ 'album/Porto/d.jpg': 'd', 'album/e.jpg': 'e' })
  const before = await readdir(folder, { recursive: true })

  const dry = await json(['import', 'trip.zip', 'album', '--dry-run'])
  expect(dry).toMatchObject({ code: 1, uploaded: 5, skipped: 3, links: Array(5).fill({ _id: null, slug: null }) })
  expect(server.calls).toEqual([])
  const first = await json(['import', 'trip.zip', 'album'])
  expect(first).toMatchObject({ code: 1, uploaded: 5, known: 0, skipped: 3 })
  expect(first.refused).toMatchObject([{ file: '../outside.jpg', code: 'UNSAFE_NAME' }])
  const expected = {
    trip: ['top.jpg'],
    album: ['e.jpg'],
    Lisbon: ['b.jpg'],
    'Lisbon / Day 2': ['c.jpg'],
    Porto: ['d.jpg'],
  }
  expect(namesIn(server.links)).toEqual(expected)
  expect(server.links.map(({ isPrivate }) => isPrivate)).toEqual(Array(5).fill(true))

  const again = await json(['import', 'album', 'trip.zip'])
  expect(again).toMatchObject({ uploaded: 0, known: 5 })
  expect(server.links).toHaveLength(5)
  expect(await readdir(folder, { recursive: true })).toEqual(before)

  const { _id } = server.addLink({ title: 'All' })
  expect(await json(['import', 'trip.zip', '--link', _id])).toMatchObject({ uploaded: 3, links: [{ title: 'All' }] })
  await files({ 'open/f.jpg': 'f' })
  await json(['import', 'album', 'open', '--public'])
  expect(server.links.slice(6)).toMatchObject([{ title: 'open', isPrivate: false }])
})

test('a Takeout in several ZIPs keeps titles, captions and dates', async () => {
  const { server, zip, json } = await aCommandLine()
  const album = 'Takeout/Google Photos/Lissabon 2018'
  const caption = (description: string, timestamp: string) =>
    JSON.stringify({ title: 'any', description, photoTakenTime: { timestamp } })
  const cut = 'a-very-long-name-that-google-cuts-somewhere-in-the-middle'
  await zip('takeout-20261118T060000Z-001.zip', [
    { name: `${album}/Metadaten.json`, body: JSON.stringify({ title: 'Lisbon', description: 'Spring' }) },
    { name: `${album}/a.jpg`, body: 'a' },
    { name: `${album}/a(1).jpg`, body: 'a1' },
    { name: `${album}/${cut.slice(0, 47)}.jpg`, body: 'cut' },
    { name: `${album}/plain.jpg`, body: 'plain' },
  ])
  await zip('takeout-20261118T060000Z-002.zip', [
    { name: `${album}/a.jpg.json`, body: caption('Tram 28', '1524823200') },
    { name: `${album}/a.jpg.supplemental-metadata(1).json`, body: caption('Castle', '0') },
    { name: `${album}/${cut.slice(0, 46)}.json`, body: caption('x'.repeat(600), '86400') },
    { name: `${album}/late.jpg`, body: 'late' },
  ])
  const parts = ['takeout-20261118T060000Z-001.zip', 'takeout-20261118T060000Z-002.zip']
  expect(await json(['import', ...parts])).toMatchObject({ code: 0, uploaded: 5, skipped: 4 })
  expect(server.links).toMatchObject([{ title: 'Lisbon', description: 'Spring', isPrivate: true }])
  const fields = Object.fromEntries(server.links[0]?.images.map((image) => [image.fileName, image.fields]) ?? [])
  expect(fields).toEqual({
    'a.jpg': { description: 'Tram 28', takenAt: '2018-04-27T10:00:00.000Z' },
    'a(1).jpg': { description: 'Castle' },
    [`${cut.slice(0, 47)}.jpg`]: { description: 'x'.repeat(500), takenAt: '1970-01-02T00:00:00.000Z' },
    'plain.jpg': {},
    'late.jpg': {},
  })
  // The parts can also be imported one at a time.
  expect(await json(['import', parts[1] as string])).toMatchObject({ code: 0, uploaded: 0, known: 1 })
  expect(server.links).toHaveLength(1)
})

test('a damaged export is refused before anything is created', async () => {
  const { server, zip, json } = await aCommandLine()
  const account = { format: 'framelight-account', version: 1, _id: 'one' }
  const damaged = [
    { ...account, version: 2 },
    { ...account, links: [{ _id: 'x', title: 'x', images: [] }] },
  ]
  for (const manifest of damaged) {
    await zip('export.zip', [{ name: 'account.json', body: JSON.stringify(manifest) }, { name: 'pictures/x/a.jpg' }])
    const { refused, ...rest } = await json(['import', 'export.zip'])
    expect(rest).toMatchObject({ code: 1, uploaded: 0, links: [] })
    expect(refused).toMatchObject([{ file: null, code: 'INVALID_EXPORT' }])
  }
  expect(server.links).toEqual([])
})

test('an export says what it leaves out, and keeps watermarks and closed uploads', async () => {
  const { server, zip, json, run } = await aCommandLine()
  const named = [{ name: 'Laptop', createdAt: '2026-11-01T10:00:00.000Z' }]
  const collaborators = ['ida@example.com', 'ida@example.com'].map((email) => ({ email }))
  const ways = { keys: named, passkeys: named, identities: named, webhooks: named }
  const account = { name: 'Mara', galleryName: 'Mara', ...ways, collaborators, domain: 'photos.example', studio: {} }
  const rights = { download: null, comment: null, choose: null, add: true }
  const link = {
    ...{ _id: 'x', title: 'Summer', slug: 'summer', images: [], choices: [], expiresAt: null },
    ...{ isPrivate: false, isListed: false, allowDownloads: true, hasPassword: false },
    ...{ guestUploads: 'invited', uploadsCloseAt: '2020-01-01T00:00:00.000Z' },
    watermark: { mode: 'tiled', source: 'logo', text: '写真', opacity: 30, size: 25 },
    invitations: [{ name: 'Anna', email: null, rights, expiresAt: null, revokedAt: null }],
  }
  const manifest = { format: 'framelight-account', version: 1, _id: 'one', account, links: [link] }
  await zip('export.zip', [{ name: 'account.json', body: JSON.stringify(manifest) }])
  for (let variant = 0; variant < 3; variant++) {
    server.faults.push(({ path }) => (path === '/api/links' ? { status: 400, code: 'VALIDATION_FAILED' } : undefined))
  }
  const { code, errors } = await json(['import', 'export.zip'])
  const left =
    'API keys, passkeys, the connected account, webhooks, collaborators (ida@example.com), branding, your domain'
  expect([code, errors]).toEqual([0, `Left out: ${left}, the watermark text of Summer.\n`])
  const sent = server.calls.filter(({ path }) => path === '/api/links').map(({ body }) => body)
  expect(sent[0]).toMatchObject({ watermark: { mode: 'tiled', source: 'text', text: '写真' } })
  expect(sent.at(-1)).toMatchObject({ slug: 'summer', isPrivate: false, watermark: { mode: 'tiled', text: '©' } })
  const invited = server.calls.find(({ method, path }) => method === 'POST' && path.endsWith('/invitations'))
  expect(invited?.body).toMatchObject({ name: 'Anna', rights: { add: false } })
  expect((await run(['import', 'export.zip'])).output).toContain(`Left out: ${left}.\n`)
})

test('a ZIP that is refused as a whole leaves the others alone', async () => {
  const { folder, server, zip, json } = await aCommandLine()
  await writeFile(join(folder, 'broken.zip'), 'not a ZIP')
  await zip('good.zip', [{ name: 'a.jpg' }])
  const { refused, ...rest } = await json(['import', 'broken.zip', 'good.zip'])
  expect(rest).toMatchObject({ code: 1, uploaded: 1 })
  expect(refused).toMatchObject([{ file: 'broken.zip', code: 'ZIP_REFUSED' }])
  expect(namesIn(server.links)).toEqual({ good: ['a.jpg'] })
})
