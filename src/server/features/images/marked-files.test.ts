import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { storedKeys } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'
import { createWatermarks } from '#test/support/watermarks.ts'
import { createMarkedImageRepository } from './marked-images.repository.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { aMarkedLink, look, lookAtAll, set } = createWatermarks(server)

test('each setting has its own URLs, and changing or turning it off closes the old ones', async () => {
  const { link } = await aMarkedLink()
  const urls: string[] = []
  for (const watermark of [{ opacity: 60 }, { size: 30 }, { text: 'Other' }, { mode: 'tiled' }]) {
    await set(link, watermark)
    const [image] = (await server.get(`/api/links/slug/${link.slug}`)).body.data.images
    expect(await look(image.imageUrl)).toBe('marked')
    for (const url of urls) expect(await look(url)).toBe(404)
    urls.push(image.imageUrl)
  }
  await set(link, { mode: 'off' })
  for (const url of urls) expect(await look(url)).toBe(404)
  const [image] = (await server.get(`/api/links/slug/${link.slug}`)).body.data.images
  expect(await lookAtAll(image)).toEqual(new Set(['clean']))
})

test('files of earlier settings are removed', async () => {
  const { link } = await aMarkedLink()
  const [image] = (await server.get(`/api/links/slug/${link.slug}`)).body.data.images
  const listMarked = async () =>
    (await storedKeys(server)).filter((key) => key.startsWith('marked/') && key.includes(image._id))
  await vi.waitFor(async () => expect(await listMarked()).toHaveLength(2))
  await set(link, { mode: 'off' })
  await vi.waitFor(async () => expect(await listMarked()).toEqual([]))
})

test('a changed gallery name changes the mark', async () => {
  const { link } = await aMarkedLink()
  const imageUrl = async () => (await server.get(`/api/links/slug/${link.slug}`)).body.data.images[0].imageUrl
  const before = await imageUrl()
  await server.put('/api/auth/updateprofile', { galleryName: 'Another Name' }, { token: link.owner.token })
  expect(await imageUrl()).not.toBe(before)
  expect(await look(before)).toBe(404)
  expect(await look(await imageUrl())).toBe('marked')
})

test('an image can move from a marked link to a plain one and back', async () => {
  const { link, clean } = await aMarkedLink()
  const plain = await build.aLink({ owner: link.owner })
  const move = (to: { _id: string }) =>
    server.post(
      '/api/images/bulk',
      { action: 'move', imageIds: [clean._id], linkId: to._id },
      { token: link.owner.token },
    )
  const shown = async ({ slug }: { slug: string }) =>
    lookAtAll((await server.get(`/api/links/slug/${slug}`)).body.data.images[0])
  await move(plain)
  expect(await shown(plain)).toEqual(new Set(['clean']))
  await move(link)
  expect(await shown(link)).toEqual(new Set(['marked']))
})

test('the hourly sweep removes marked files that are no longer needed', async () => {
  const { link, clean } = await aMarkedLink()
  const listMarks = async () => {
    const rows = await server.db.selectFrom('marked_images').select('mark').where('link_id', '=', link._id).execute()
    return rows.map(({ mark }) => mark)
  }
  await vi.waitFor(async () => expect(await listMarks()).toHaveLength(1))
  const marks = await listMarks()
  const earlier = { folder: clean._id, mark: 'earlier', link_id: link._id, files: '[]' }
  await server.db.insertInto('marked_images').values(earlier).execute()
  await server.services.sweepWatermarks()
  await vi.waitFor(async () => expect(await listMarks()).toEqual(marks))
})

test('the sweep only looks at links that have a watermark, or files of one', async () => {
  const { link, clean } = await aMarkedLink()
  const { link: off } = await aMarkedLink()
  const plain = await build.aLink({ owner: link.owner })
  const { rows } = await sql`select watermark from links where id = ${plain._id}`.execute(server.db)
  expect(rows).toEqual([{ watermark: expect.stringContaining('"off"') }])
  const marked = createMarkedImageRepository(server.db)
  const list = async () => {
    const listed = new Set(await marked.listLinks('', 1000))
    return [link, off, plain].filter(({ _id }) => listed.has(_id))
  }
  await set(off, { mode: 'off' })
  await vi.waitFor(async () => expect(await list()).toEqual([link]))
  const left = { folder: clean._id, mark: 'left', link_id: off._id, files: '[]' }
  await server.db.insertInto('marked_images').values(left).execute()
  expect(await list()).toEqual([link, off])
})

test('marked files that are gone are made again', async () => {
  const { link } = await aMarkedLink()
  const [image] = (await server.get(`/api/links/slug/${link.slug}`)).body.data.images
  await server.get(image.imageUrl)
  if (server.config.storage.kind !== 'disk') throw new Error('Only files on disk can be removed')
  await rm(`${server.config.storage.dir}/marked`, { recursive: true })
  expect(await look(image.imageUrl)).toBe('marked')
})
