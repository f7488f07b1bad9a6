import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { previewAsHeader } from '#shared/passes.ts'
import { toForm } from '#test/support/form.ts'
import { createGuestUploads } from '#test/support/guest-uploads.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { anAnimatedPicture, storedKeys } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'
import { useWebApp } from '#test/support/web-app.ts'
import { readZip } from '#test/support/zip-reader.ts'

const { server, build } = useServer({ defaultPlan: 'gold' }, useWebApp())
const access = createLinkAccess(server)
const guests = createGuestUploads(server)

const gray = '#808080'
const aGrayPicture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: gray } })
    .jpeg()
    .toBuffer()

type Owned = Awaited<ReturnType<typeof build.aLink>>

const set = ({ _id, owner }: Owned, watermark: object) =>
  server.put(`/api/links/${_id}`, { watermark }, { token: owner.token })

async function aMarkedLink(fields: Record<string, unknown> = {}, watermark: object = { mode: 'corner' }) {
  const link = await build.aLink(fields)
  const { body } = await build.anUpload({ link, bytes: await aGrayPicture() })
  const clean = (await server.get(`/api/images/${body.data._id}`, { token: link.owner.token })).body.data
  expect((await set(link, watermark)).status).toBe(200)
  return { link, clean }
}

/** Returns the share of pixels, in percent, that differ from the gray picture. */
async function markedShare(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels) if (Math.abs((data[at] ?? 0) - 128) >= 16) count++
  return (100 * count * info.channels) / data.length
}

async function fetch(url: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const { statusCode: status, rawPayload: bytes } = await server.app.inject({ url, headers })
  return { status, bytes }
}

async function look(url: string, token?: string) {
  const { status, bytes } = await fetch(url, token)
  if (status !== 200) return status
  return (await markedShare(bytes)) >= 0.1 ? 'marked' : 'clean'
}

const urlsOf = (image: { url: string; imageUrl: string; thumbnailUrl: string; renditions: { url: string }[] }) => [
  image.url,
  image.imageUrl,
  image.thumbnailUrl,
  ...image.renditions.map(({ url }) => url),
]

const lookAtAll = async (image: Parameters<typeof urlsOf>[0]) =>
  new Set(await Promise.all(urlsOf(image).map((url) => look(url))))

test('a new link has no watermark, and visitors never see the setting', async () => {
  const link = await build.aLink()
  const own = await server.get(`/api/links/${link._id}`, { token: link.owner.token })
  expect(own.body.data).toMatchObject({
    watermark: { mode: 'off', source: 'text', text: '', opacity: 40, size: 20 },
    watermarkProgress: { done: 0, total: 0 },
  })
  const { body } = await server.get(`/api/links/slug/${link.slug}`)
  expect([body.data.watermark, body.data.watermarkProgress]).toEqual([undefined, undefined])
})

test('fields that are left out keep their values', async () => {
  const link = await build.aLink({ watermark: { text: '© Mara' } })
  await set(link, { mode: 'tiled', opacity: 55 })
  const { body } = await set(link, { size: 10 })
  expect(body.data.watermark).toEqual({ mode: 'tiled', source: 'text', text: '© Mara', opacity: 55, size: 10 })
})

test.each([
  [{ mode: 'middle' }],
  [{ opacity: 9 }],
  [{ opacity: 81 }],
  [{ size: 4 }],
  [{ size: 41 }],
  [{ size: 20.5 }],
  [{ text: 'x'.repeat(61) }],
  [{ source: 'logo' }],
  ['corner'],
  [null],
])('%j is rejected', async (watermark) => {
  const link = await build.aLink()
  const { status, body } = await set(link, watermark as object)
  expect([status, Object.keys(body.fields)]).toEqual([400, ['watermark']])
  const created = await server.post('/api/links', { title: 'New', watermark }, { token: link.owner.token })
  expect([created.status, Object.keys(created.body.fields)]).toEqual([400, ['watermark']])
})

test("text that can't be drawn is rejected with the characters", async () => {
  const link = await build.aLink()
  const { status, body } = await set(link, { text: '© Halden 写真' })
  expect([status, body.fields]).toEqual([400, { watermark: "These characters can't be drawn: 写 真" }])
  const unnamed = await build.aLink({ owner: await build.aUser({ name: '山田' }) })
  expect((await set(unnamed, { mode: 'corner' })).body.fields.watermark).toContain('山 田')
  expect((await set(unnamed, { mode: 'corner', text: 'Yamada' })).status).toBe(200)
})

test("names and logos that can't be seen are replaced", async () => {
  const { link } = await aMarkedLink({}, { mode: 'tiled' })
  const seen = async () => lookAtAll((await server.get(`/api/links/slug/${link.slug}`)).body.data.images[0])
  expect((await set(link, { text: '\u2800\u200b' })).body.fields.watermark).toBe('Enter a text that can be seen')
  await server.put('/api/auth/updateprofile', { galleryName: '漢\u200d\u2800' }, { token: link.owner.token })
  expect(await seen()).toEqual(new Set(['marked']))

  const transparent = sharp({ create: { width: 300, height: 100, channels: 4, background: '#ffffff00' } })
  const bytes = await transparent.png().toBuffer()
  const { payload, headers } = toForm([{ name: 'logo', fileName: 'logo.png', bytes }])
  const upload = { token: link.owner.token, body: payload, headers }
  const logo = await server.call('PUT', '/api/auth/studio/logo/light', upload)
  expect(logo.status).toBe(200)
  expect((await set(link, { source: 'logo' })).status).toBe(200)
  expect(await seen()).toEqual(new Set(['marked']))
})

test('visitors only get marked files, and the owner only clean ones', async () => {
  const { link, clean } = await aMarkedLink()
  const { body } = await server.get(`/api/links/slug/${link.slug}`)
  const [image] = body.data.images
  expect(await lookAtAll(image)).toEqual(new Set(['marked']))
  expect(await lookAtAll(body.data.coverImage)).toEqual(new Set(['marked']))
  for (const url of urlsOf(clean)) expect(await look(url)).toBe(404)
  expect(await look(`/media/${image._id}/card.jpg`)).toBe(404)
  expect(image.url).toBe(image.imageUrl)

  const own = await server.get(`/api/links/slug/${link.slug}`, { token: link.owner.token })
  expect(await lookAtAll(own.body.data.images[0])).toEqual(new Set(['clean']))
  const listed = await server.get('/api/links', { token: link.owner.token })
  expect(await lookAtAll(listed.body.data[0].coverImage)).toEqual(new Set(['clean']))
  expect(await look(`/api/images/${image._id}/original`, link.owner.token)).toBe('clean')
})

test('page, preview card and ZIPs are marked', async () => {
  const { link } = await aMarkedLink()
  const page = (await fetch(`/links/${link.slug}`)).bytes.toString()
  const paths = new Set(page.match(/\/media\/[\w/.-]+/g))
  expect(paths.size).toBeGreaterThan(1)
  for (const path of paths) expect(await look(path)).toBe('marked')
  expect([...paths].some((path) => path.endsWith('-card.jpg'))).toBe(true)
  for (const size of ['web', 'full']) {
    const { bytes } = await fetch(`/api/links/slug/${link.slug}/download?size=${size}`)
    for (const { body } of readZip(bytes)) expect(await markedShare(body)).toBeGreaterThan(0.1)
  }
  const { url } = (await server.get(`/api/links/${link._id}/download-address`, { token: link.owner.token })).body.data
  for (const { body } of readZip((await fetch(url)).bytes)) expect(await markedShare(body)).toBe(0)
})

test('invited visitors, live walls and other accounts get marked files', async () => {
  const { link } = await aMarkedLink({ isPrivate: true })
  const invitation = await access.invite(link, { mayDownload: true })
  const { pass } = await access.enter(invitation)
  const { body } = await server.get(`/api/links/slug/${link.slug}`, withPass(pass))
  expect(await lookAtAll(body.data.images[0])).toEqual(new Set(['marked']))
  expect(await look(`${new URL(invitation.url).pathname}/cover.jpg`)).toBe('marked')

  const wall = await server.put(`/api/links/${link._id}/live-wall`, { isOn: true }, { token: link.owner.token })
  const shown = await server.get(new URL(wall.body.data.url).pathname.replace('/wall/', '/api/wall/'))
  for (const { url } of shown.body.data.images[0].renditions) expect(await look(url)).toBe('marked')

  const preview = await server.get(`/api/links/slug/${link.slug}`, {
    token: link.owner.token,
    headers: { [previewAsHeader]: invitation._id },
  })
  expect(await lookAtAll(preview.body.data.images[0])).toEqual(new Set(['marked']))
  const open = await aMarkedLink()
  const other = await build.aUser()
  const theirs = await server.get(`/api/links/slug/${open.link.slug}`, { token: other.token })
  expect(await lookAtAll(theirs.body.data.images[0])).toEqual(new Set(['marked']))
})

test.each([
  [600, 400],
  [400, 600],
  [400, 1600],
])('a long word is broken into lines that can be seen at %d x %d', async (width, height) => {
  const link = await build.aLink({ watermark: { mode: 'corner', text: 'photographybymaralind'.repeat(2) } })
  await build.anUpload({ link, bytes: await aGrayPicture(width, height) })
  const { body } = await server.get(`/api/links/slug/${link.slug}`)
  expect(await lookAtAll(body.data.images[0])).toEqual(new Set(['marked']))
})

test('tiled marks cover every quarter', async () => {
  const { link } = await aMarkedLink({}, { mode: 'tiled' })
  const { body } = await server.get(`/api/links/slug/${link.slug}`)
  const { bytes } = await fetch(body.data.images[0].imageUrl)
  for (const left of [0, 300]) {
    for (const top of [0, 200]) {
      const quarter = await sharp(bytes).extract({ left, top, width: 300, height: 200 }).png().toBuffer()
      expect(await markedShare(quarter)).toBeGreaterThan(1)
    }
  }
})

test('an animation becomes a still', async () => {
  const link = await build.aLink({ watermark: { mode: 'corner' } })
  const bytes = await (await anAnimatedPicture({ width: 300, height: 200 })).gif().toBuffer()
  await build.anUpload({ link, bytes, fileName: 'moving.gif' })
  const [image] = (await server.get(`/api/links/slug/${link.slug}`)).body.data.images
  expect(image).toMatchObject({ isAnimated: false })
  expect(image.stills).toBeUndefined()
  for (const url of urlsOf(image)) {
    const { status, bytes: served } = await fetch(url)
    expect([status, (await sharp(served, { animated: true }).metadata()).pages ?? 1]).toEqual([200, 1])
  }
})

test('an upload is answered when its marked files exist', async () => {
  const link = await build.aLink({ watermark: { mode: 'corner' } })
  await build.anUpload({ link, bytes: await aGrayPicture() })
  const { body } = await server.get(`/api/links/${link._id}`, { token: link.owner.token })
  expect(body.data.watermarkProgress).toEqual({ done: 1, total: 1 })
})

test("a guest's own photo is marked, also while it waits", async () => {
  const link = await build.aLink({ watermark: { mode: 'corner' }, guestUploads: 'everyone' })
  const { body } = await guests.add(link, { bytes: await aGrayPicture() })
  expect(await look(body.data.thumbnailUrl)).toBe('marked')
})

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

test('marked files that are gone are made again', async () => {
  const { link } = await aMarkedLink()
  const [image] = (await server.get(`/api/links/slug/${link.slug}`)).body.data.images
  await server.get(image.imageUrl)
  if (server.config.storage.kind !== 'disk') throw new Error('Only files on disk can be removed')
  await rm(`${server.config.storage.dir}/marked`, { recursive: true })
  expect(await look(image.imageUrl)).toBe('marked')
})
