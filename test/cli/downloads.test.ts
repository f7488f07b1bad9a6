import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFileNames } from '#cli/file-names.mjs'
import { createCommandLine } from '#test/support/command-line.ts'
import { createFakeFramelight } from '#test/support/fake-framelight.ts'

async function aGallery(names: string[], bytes = 10) {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const server = await createFakeFramelight()
  const link = server.addLink({})
  names.forEach((fileName, at) => {
    link.images.push({ _id: `image-${at}`, key: '', fileName, fields: {}, bytes: Buffer.alloc(bytes + at, `${at}`) })
  })
  return { folder, server, link, saved: join(folder, 'saved') }
}

test('photos are saved under their own names, and only once', async () => {
  const { folder, server, link, saved } = await aGallery(['a.jpg', 'A.jpg', '../../evil.jpg', 'b.jpg'])
  const { json } = await createCommandLine({ folder, server: server.url })
  await mkdir(saved)
  await writeFile(join(saved, 'b.jpg'), 'half')
  expect(await json(['download', link._id, 'saved'])).toMatchObject({
    code: 0,
    downloaded: 4,
    known: 0,
    skipped: 0,
    refused: [],
    links: [{ _id: link._id }],
  })
  expect((await readdir(saved)).sort()).toEqual(['A (2).jpg', '_.._evil.jpg', 'a.jpg', 'b.jpg'])
  expect(await readFile(join(saved, 'b.jpg'), 'utf8')).toBe('3'.repeat(13))
  const { mtimeMs } = await stat(join(saved, 'b.jpg'))
  expect(await json(['download', link._id, 'saved'])).toMatchObject({ code: 0, downloaded: 0, skipped: 4 })
  expect((await stat(join(saved, 'b.jpg'))).mtimeMs).toBe(mtimeMs)
  expect((await readdir(folder)).sort()).toEqual(['config', 'saved'])
})

test("originals of other people's photos have the ending that the server says", async () => {
  const { folder, server, link, saved } = await aGallery([])
  const image = { key: '', fields: {}, bytes: Buffer.from('bytes'), url: '/media/full.jpg', addedBy: { name: 'Ben' } }
  link.images.push(
    { ...image, _id: 'collaborator', fileName: 'a.heic', originalName: 'a.heic' },
    { ...image, _id: 'guest', fileName: 'b.heic', originalName: 'b.jpg' },
  )
  const { json } = await createCommandLine({ folder, server: server.url })
  expect(await json(['download', link._id, 'saved'])).toMatchObject({ code: 0, downloaded: 2 })
  expect((await readdir(saved)).sort()).toEqual(['a.heic', 'b.jpg'])
})

test('a full disk ends the command and leaves no half file', async () => {
  const { folder, server, link, saved } = await aGallery(['a.jpg', 'b.jpg'], 100_000)
  const prefix = ['sh', '-c', 'ulimit -f 20; exec "$@"', 'sh']
  const { json } = await createCommandLine({ folder, server: server.url, prefix })
  const { refused, ...rest } = await json(['download', link._id, 'saved'])
  expect(rest).toMatchObject({ code: 1, downloaded: 0 })
  expect(refused).toMatchObject([{ file: 'a.jpg', code: 'DISK_FULL' }])
  expect(await readdir(saved)).toEqual([])
})

test('file names are valid everywhere and stay in their folder', () => {
  const nameFor = createFileNames()
  const longest = nameFor(`${'ü'.repeat(200)}.jpg`)
  expect(Buffer.byteLength(longest)).toBeLessThan(255)
  const names = ['..', '.', '', 'con.jpg', 'a/b.jpg', 'a\\b.jpg', '.hidden.jpg', 'x\n.jpg', 'e\u0301.jpg', '\u00e9.jpg']
  expect(names.map((name) => nameFor(name))).toEqual([
    'image',
    'image (2)',
    'image (3)',
    'imagecon.jpg',
    'a_b.jpg',
    'a_b (2).jpg',
    'hidden.jpg',
    'x_.jpg',
    '\u00e9.jpg',
    '\u00e9 (2).jpg',
  ])
  expect(nameFor('IMG_1.HEIC', '.jpg')).toBe('IMG_1.jpg')
  expect(nameFor('IMG_2.JPEG', '.jpg')).toBe('IMG_2.JPEG')
})
