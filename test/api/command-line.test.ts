// @engine sqlite
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import type { Person } from '../support/builders.ts'
import { createCommandLine } from '../support/command-line.ts'
import { aPicture } from '../support/pictures.ts'
import { useServer } from '../support/use-server.ts'
import { writeZip } from '../support/zip-writer.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

async function aCommandLine(owner: Person, given: Record<string, unknown> = {}) {
  if (!server.app.server.listening) await server.app.listen()
  const { port } = server.app.server.address() as AddressInfo
  const folder = await mkdtemp(join(tmpdir(), 'framelight-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { token: key, id } = await build.aKey(owner, given)
  const cli = await createCommandLine({ folder, server: `http://localhost:${port}`, key })
  await mkdir(join(folder, 'photos'))
  const photo = async (name: string, seed: number) => {
    const bytes = await aPicture({ seed }).jpeg().toBuffer()
    await writeFile(join(folder, 'photos', name), bytes)
    return bytes
  }
  return { folder, photo, keyId: id, ...cli }
}

const imagesOf = async ({ _id }: { _id: string }, { token }: Person) =>
  (await server.get(`/api/links/${_id}/images`, { token })).body.data

test('a key that can only upload sends a folder once', async () => {
  const link = await build.aLink({ isPrivate: true })
  const { photo, json, run, keyId } = await aCommandLine(link.owner, { scopes: ['upload'], links: [link._id] })
  await Promise.all([photo('a.jpg', 1), photo('cafe\u0301.jpg', 2), photo('copy.jpg', 1)])
  const { _id, title, slug } = link
  expect(await json(['upload', 'photos', '--link', _id])).toMatchObject({
    ...{ code: 0, uploaded: 2, known: 1, refused: [], links: [{ _id, title, slug }] },
  })
  const again = await json(['upload', 'photos', '--link', _id])
  expect(again).toMatchObject({ code: 0, uploaded: 0, known: 3, links: [{ _id }] })
  const names = (await imagesOf(link, link.owner)).map(({ fileName }: { fileName: string }) => fileName)
  expect(names.sort()).toEqual(['a.jpg', 'caf\u00e9.jpg'])

  expect(await json(['whoami'])).toMatchObject({ code: 0, name: 'Lightroom', scopes: ['upload'], links: [_id] })
  const other = await build.aLink({ owner: link.owner })
  for (const args of [['upload', 'photos', '--link', other._id], ['upload', 'photos', '--new', 'Trip'], ['links']]) {
    expect(await run(args)).toMatchObject({ code: 1 })
  }
  await server.del(`/api/auth/keys/${keyId}`, undefined, { token: link.owner.token })
  const { refused, code } = await json(['upload', 'photos', '--link', _id])
  expect([code, refused]).toMatchObject([1, [{ file: null, code: 'UNAUTHENTICATED' }]])
})

test('an ID that starts with dashes is not an option', async () => {
  const { photo, json, run } = await aCommandLine(await build.aUser())
  await photo('a.jpg', 3)
  const id = `--${'a'.repeat(20)}`
  const unknown = { code: 1, refused: [{ code: 'NOT_FOUND' }] }
  expect(await json(['upload', '--link', id, 'photos'])).toMatchObject(unknown)
  expect(await json(['download', id, '--size', 'web', 'saved'])).toMatchObject(unknown)
  expect(await run(['download', '--link', id])).toMatchObject({ code: 2 })
  expect(await run(['upload', 'photos', '--link', '--json'])).toMatchObject({ code: 2 })
})

test('links are listed and downloaded in every size', async () => {
  const link = await build.aLink({ isPrivate: true, title: 'Lisbon\tand more' })
  const { folder, photo, json, run } = await aCommandLine(link.owner)
  const bytes = await photo('a.jpg', 3)
  await json(['upload', 'photos', '--link', link._id])
  const [image] = await imagesOf(link, link.owner)
  const { output } = await run(['links'])
  expect(output).toMatch(new RegExp(`^${link._id}\tLisbon and more\t1\thttp://localhost:\\d+/links/${link.slug}\n$`))
  const listed = JSON.parse((await run(['links', '--json'])).output)
  expect(listed).toMatchObject([{ _id: link._id, title: 'Lisbon and more', images: 1 }])

  expect(await json(['download', link._id])).toMatchObject({ code: 0, downloaded: 1, refused: [] })
  expect((await readFile(join(folder, link.slug, 'a.jpg'))).equals(bytes)).toBe(true)
  for (const size of ['full', 'web']) {
    const saved = { code: 0, downloaded: 1, refused: [] }
    expect(await json(['download', link.slug, size, '--size', size])).toMatchObject(saved)
    expect(await readdir(join(folder, size))).toHaveLength(1)
    const again = await json(['download', listed[0].address, size, '--size', size])
    expect(again).toMatchObject({ code: 0, downloaded: 0, skipped: 1 })
  }
  expect((await server.get(`/api/images/${image._id}`, { token: link.owner.token })).body.data.views).toBe(0)
})

test('a ZIP of folders becomes private links, with the dates and captions of a Takeout', async () => {
  const owner = await build.aUser()
  const { folder, json } = await aCommandLine(owner)
  const body = await aPicture({ seed: 4 }).png().toBuffer()
  const caption = { description: 'Tram 28', photoTakenTime: { timestamp: '1524823200' } }
  const dated = aPicture({ seed: 5 }).withExif({ IFD2: { DateTimeOriginal: '2017:01:02 03:04:05' } })
  const zip = writeZip([
    { name: 'Takeout/Google Photos/x/metadata.json', body: JSON.stringify({ title: 'Lisbon', description: 'Spring' }) },
    { name: 'Takeout/Google Photos/x/a.png', body },
    { name: 'Takeout/Google Photos/x/a.png.supplemental-metadata.json', body: JSON.stringify(caption) },
    { name: 'Takeout/Google Photos/x/b.jpg', body: await dated.jpeg().toBuffer() },
    { name: 'Takeout/Google Photos/x/b.jpg.json', body: JSON.stringify(caption) },
    { name: 'Takeout/Google Photos/x/../../../b.png', body },
  ])
  await writeFile(join(folder, 'takeout-1.zip'), zip)
  const first = await json(['import', 'takeout-1.zip'])
  expect(first).toMatchObject({
    code: 1,
    uploaded: 2,
    refused: [{ code: 'UNSAFE_NAME' }],
    links: [{ title: 'Lisbon' }],
  })
  expect(await json(['import', 'takeout-1.zip'])).toMatchObject({ uploaded: 0, known: 2, links: first.links })
  const { body: made } = await server.get(`/api/links/${first.links[0]._id}`, { token: owner.token })
  expect(made.data).toMatchObject({
    ...{ isPrivate: true, description: 'Spring' },
    images: [{ description: 'Tram 28' }, { description: 'Tram 28' }],
  })
  const dates = made.data.images.map(({ fileName, takenAt }: Image) => [fileName, takenAt])
  expect(Object.fromEntries(dates)).toEqual({
    'a.png': '2018-04-27T10:00:00.000Z',
    // The file's own date counts.
    'b.jpg': '2017-01-02T03:04:05.000Z',
  })
})
