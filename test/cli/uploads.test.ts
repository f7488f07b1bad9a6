import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCommandLine } from '#test/support/command-line.ts'
import { createFakeFramelight } from '#test/support/fake-framelight.ts'
import { root } from '#test/support/product.ts'

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function aCommandLine() {
  const folder = await aFolder()
  const server = await createFakeFramelight()
  const photos = join(folder, 'photos')
  await mkdir(join(photos, 'sub'), { recursive: true })
  const add = (files: Record<string, string>) =>
    Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(photos, name), text)))
  const cli = await createCommandLine({ folder, server: server.url })
  return { folder, photos, add, server, ...cli }
}

const uploadsTo = (server: Awaited<ReturnType<typeof createFakeFramelight>>) =>
  server.calls.filter(({ path, method }) => method === 'POST' && path.endsWith('/images'))

test('login saves a key that works, whoami shows it, and logout forgets it', async () => {
  const folder = await aFolder()
  const { url, faults } = await createFakeFramelight()
  const { run, json, config } = await createCommandLine({ folder })
  const key = `fl_${'k'.repeat(43)}`

  expect(await run(['whoami'])).toMatchObject({ code: 2, errors: expect.stringContaining("You aren't logged in") })
  faults.push(() => ({ status: 401, code: 'UNAUTHENTICATED' }))
  const refused = await run(['login', '--server', url], { input: key })
  expect(refused).toMatchObject({ code: 1, output: '', errors: 'Refused: UNAUTHENTICATED\n' })
  expect(await run(['login', '--server', `${url}/`], { input: `${key}\n` })).toMatchObject({ code: 0 })
  expect(JSON.parse(await readFile(config, 'utf8'))).toEqual({ server: url, key })
  expect((await stat(config)).mode & 0o777).toBe(0o600)

  expect(await json(['whoami'])).toMatchObject({ code: 0, server: url, name: 'Laptop', owner: { name: 'Mara' } })
  const { output, errors } = await run(['whoami'])
  expect(output).toContain('as Mara')
  expect(output + errors).not.toContain(key)
  expect(await run(['logout'])).toMatchObject({ code: 0 })
  expect(await run(['links'])).toMatchObject({ code: 2 })
  expect(await run(['login', '--server', url], { settings: { FRAMELIGHT_KEY: key } })).toMatchObject({ code: 0 })
})

const misuses = [
  ['upload', 'photos'],
  ['upload', '--link', 'x'],
  ['upload', 'photos', '--link', 'x', '--new', 'y'],
  ['upload', 'missing', '--link', 'x'],
  ['upload', 'photos', '--link', 'x', '--key', 'fl_x'],
  ['upload', 'photos', '--link', 'x', '--retry', 'soon'],
  ['watch', 'missing', '--link', 'x'],
  ['watch', 'photos'],
  ['download'],
  ['download', 'x', '--size', 'huge'],
  ['import'],
  ['import', 'missing.zip'],
  ['links', 'more'],
]

test('wrong arguments end with code 2 before anything is sent', async () => {
  const { run, server } = await aCommandLine()
  const ended = await Promise.all(misuses.map((args) => run(args)))
  expect(ended.map(({ code, output }) => ({ code, output }))).toEqual(misuses.map(() => ({ code: 2, output: '' })))
  expect(server.calls).toEqual([])
})

test('a folder is sent by path, each photo once, and everything else is skipped or refused', async () => {
  const { photos, add, json, run, server } = await aCommandLine()
  await add({ 'b.JPG': 'b', 'a.jpg': 'a', 'sub/c.heic': 'c', 'sub/copy of a.jpg': 'a', 'bad.png': 'not a picture' })
  await add({ '.hidden.jpg': 'h', 'a.xmp': 'x', 'notes.txt': 't', 'large.jpg': 'x'.repeat(2 ** 20 + 1) })
  await mkdir(join(photos, '__MACOSX'))
  await writeFile(join(photos, '__MACOSX', '._a.jpg'), 'fork')
  await symlink(join(photos, 'a.jpg'), join(photos, 'link.jpg'))
  const { _id, slug } = server.addLink({})
  const expected = { known: 1, skipped: 5, links: [{ _id, title: 'Summer', slug }] }

  const dry = await json(['upload', 'photos', '--link', _id, '--dry-run'])
  expect(dry).toMatchObject({ code: 0, uploaded: 5, known: 1, skipped: 5, refused: [] })
  expect(server.calls).toEqual([])

  const first = await json(['upload', 'photos', '--link', _id])
  expect(first).toMatchObject({ code: 1, uploaded: 3, ...expected })
  expect(Object.keys(first).sort()).toEqual(['code', 'errors', 'known', 'links', 'refused', 'skipped', 'uploaded'])
  expect(first.refused).toEqual([
    { file: 'photos/large.jpg', code: 'FILE_TOO_LARGE', error: '"large.jpg" is too large. The limit is 1 MB.' },
    { file: 'photos/bad.png', code: 'UNSUPPORTED_IMAGE', error: '"bad.png" can\'t be used.' },
  ])
  expect(server.links[0]?.images.map(({ fileName }) => fileName).sort()).toEqual(['a.jpg', 'b.JPG', 'c.heic'])
  expect(uploadsTo(server)).toHaveLength(4)
  const hash = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'
  expect(server.links[0]?.images.map(({ key }) => key)).toContain(`cli-${hash}`)

  await rm(join(photos, 'bad.png'))
  await rm(join(photos, 'large.jpg'))
  expect(await json(['upload', 'photos', '--link', _id])).toMatchObject({ code: 0, uploaded: 0, known: 4, refused: [] })
  const { output } = await run(['upload', 'photos', '--link', _id])
  expect(output).toBe(`0 photos uploaded, 4 already there, 5 skipped.\n  Summer  ${server.url}/links/${slug}\n`)
})

test('names with accents, line breaks and 255 bytes arrive', async () => {
  const { add, json, server } = await aCommandLine()
  const longest = `${'ü'.repeat(125)}x.jpg`
  await add({ 'cafe\u0301.jpg': '1', 'two\nlines".jpg': '2', 'back\\slash.jpg': '3', [longest]: '4' })
  const { _id } = server.addLink({})
  expect(await json(['upload', 'photos', '--link', _id])).toMatchObject({ code: 0, uploaded: 4 })
  const names = server.links[0]?.images.map(({ fileName }) => fileName).sort()
  expect(names).toEqual(['back_slash.jpg', 'caf\u00e9.jpg', 'two lines_.jpg', longest])
})

test('--new creates one private link, however often the command runs', async () => {
  const { folder, photos, add, json, server } = await aCommandLine()
  expect(await json(['upload', 'photos', '--new', 'Trip'])).toMatchObject({ code: 0, uploaded: 0, links: [] })
  expect(server.links).toEqual([])
  await add({ 'a.jpg': 'a' })
  for (const path of ['photos', join(photos, 'a.jpg'), join(folder, 'photos')]) {
    expect(await json(['upload', path, '--new', 'Trip'])).toMatchObject({ code: 0, links: [{ title: 'Trip' }] })
  }
  expect(server.links).toMatchObject([{ title: 'Trip', isPrivate: true, images: [{ fileName: 'a.jpg' }] }])
  await json(['upload', 'photos', '--new', 'Other', '--public'])
  expect(server.links[1]).toMatchObject({ title: 'Other', isPrivate: false })
})

test('busy answers and lost connections are tried again', async () => {
  const { add, json, server } = await aCommandLine()
  await add({ 'a.jpg': 'a', 'b.jpg': 'b' })
  const { _id } = server.addLink({})
  const isUpload = ({ path }: { path: string }) => path.endsWith('/images')
  server.faults.push(
    () => 'drop',
    (call) => (isUpload(call) ? { status: 429, code: 'RATE_LIMITED', retryAfter: '1' } : undefined),
    (call) => (isUpload(call) ? { status: 503, code: 'UNAVAILABLE', retryAfter: '0' } : undefined),
    (call) => (isUpload(call) ? 'drop' : undefined),
    (call) => (isUpload(call) ? { status: 500, code: 'INTERNAL' } : undefined),
  )
  const startedAt = Date.now()
  expect(await json(['upload', 'photos', '--link', _id])).toMatchObject({ code: 0, uploaded: 2, refused: [] })
  expect(Date.now() - startedAt).toBeGreaterThan(1000)
  expect(server.faults).toEqual([])
})

test.each([
  [401, 'UNAUTHENTICATED'],
  [403, 'IMAGE_LIMIT_REACHED'],
  [403, 'KEY_SCOPE'],
])('%i %s stops with the sentence of the server', async (status, code) => {
  const { add, json, server } = await aCommandLine()
  await add({ 'a.jpg': 'a', 'b.jpg': 'b', 'c.jpg': 'c', 'd.jpg': 'd' })
  const { _id } = server.addLink({})
  for (let times = 0; times < 2; times++) {
    server.faults.push(({ path }) => (path.endsWith('/images') ? { status, code } : undefined))
  }
  const { refused, ...rest } = await json(['upload', 'photos', '--link', _id])
  expect(rest).toMatchObject({ code: 1, uploaded: 0, errors: `Refused: ${code}\n` })
  expect(refused).toContainEqual({ file: 'photos/a.jpg', code, error: `Refused: ${code}` })
  expect(uploadsTo(server).length).toBeLessThanOrEqual(2)
})

test('a server that stays away ends the command with code 1', async () => {
  const { folder, add } = await aCommandLine()
  await add({ 'a.jpg': 'a' })
  const { json } = await createCommandLine({ folder, server: 'http://127.0.0.1:9' })
  const { refused, ...rest } = await json(['upload', 'photos', '--link', 'x', '--retry', '0.5'])
  expect(rest).toMatchObject({ code: 1, uploaded: 0 })
  expect(refused).toMatchObject([{ file: null, code: 'UNREACHABLE' }])
})

test('the folder works when it is copied alone', async () => {
  const folder = await aFolder()
  await cp(join(root, 'cli'), join(folder, 'copy'), { recursive: true })
  const { run } = await createCommandLine({ folder, program: join(folder, 'copy', 'framelight.mjs') })
  expect(await run(['--help'])).toMatchObject({ code: 0, errors: '' })
})
