import { DefaultQueryCompiler } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createBuilders, type Person } from '#test/support/builders.ts'
import { createFiles } from '#test/support/files.ts'
import { toForm } from '#test/support/form.ts'
import { createOwnServer } from '#test/support/server.ts'
import { aFile } from '#test/support/uploads.ts'
import { useServer } from '#test/support/use-server.ts'
import { useWebApp } from '#test/support/web-app.ts'

const { server, build } = useServer({ defaultPlan: 'gold' }, useWebApp())
const { fetchFile, inSeconds } = createFiles(server)

type Owned = { _id: string; owner: Person }
const setWall = async ({ _id, owner }: Owned, fields: object, at = server) =>
  (await at.put(`/api/links/${_id}/live-wall`, fields, { token: owner.token })).body
const changeLink = ({ _id, owner }: Owned, fields: object, at = server) =>
  at.put(`/api/links/${_id}`, fields, { token: owner.token })
const apiUrl = (url: string) => `/api${new URL(url).pathname}`

async function aWall(fields: object = {}, linkFields: Record<string, unknown> = {}) {
  const link = await build.aLink(linkFields)
  const { data } = await setWall(link, { isOn: true, ...fields })
  return { link, url: apiUrl(data.url), open: () => server.get(apiUrl(data.url)) }
}

test('a wall starts off, and turning it on again creates a new URL', async () => {
  const link = await build.aLink()
  const { body } = await server.get(`/api/links/${link._id}/live-wall`, { token: link.owner.token })
  const initial = { isOn: false, url: null, seconds: 8, order: 'newest', showQrCode: true, showNames: true }
  expect(body.data).toEqual(initial)
  const on = (await setWall(link, { isOn: true, seconds: 5 })).data
  expect(on).toMatchObject({ isOn: true, seconds: 5, order: 'newest' })
  // A change keeps the URL.
  expect((await setWall(link, { isOn: true, order: 'shuffle' })).data).toEqual({ ...on, order: 'shuffle' })
  expect((await server.get(apiUrl(on.url))).status).toBe(200)

  expect((await setWall(link, { isOn: false })).data).toEqual({ ...initial, seconds: 5, order: 'shuffle' })
  expect((await server.get(apiUrl(on.url))).status).toBe(404)
  const again = (await setWall(link, { isOn: true })).data
  expect(again.url).not.toBe(on.url)
  expect((await server.get(apiUrl(on.url))).status).toBe(404)
  expect((await server.get(apiUrl(again.url))).status).toBe(200)
})

test('invalid settings and tokens are rejected', async () => {
  const { link, url } = await aWall()
  for (const fields of [{ seconds: 2 }, { seconds: 61 }, { seconds: 5.5 }, { order: 'oldest' }, { isOn: 'yes' }]) {
    expect((await setWall(link, fields)).code).toBe('VALIDATION_FAILED')
  }
  for (const token of ['x', url.slice('/api/wall/'.length, -1), `${url.slice('/api/wall/'.length)}A`]) {
    expect((await server.get(`/api/wall/${token}`)).status).toBe(404)
  }
})

test('a wall shows images of a private link, but no full size', async () => {
  const { link, open } = await aWall({}, { isPrivate: true, guestUploads: 'everyone' })
  const image = await build.anImage({ link })
  const { body, headers } = await open()
  expect(body.data).toMatchObject({ title: 'Summer', seconds: 8, order: 'newest', addUrl: null })
  const [shown] = body.data.images
  expect(shown).toMatchObject({ _id: image._id, url: null, addedBy: null })
  expect(headers.etag).toBeDefined()
  expect((await fetchFile(shown.thumbnailUrl)).status).toBe(200)
  // The signature is only for this file.
  expect((await fetchFile(shown.thumbnailUrl.replace(/\/[^/?]+\?/, '/full.jpg?'))).status).not.toBe(200)
  expect((await fetchFile(shown.thumbnailUrl.replace(/\?.*/, ''))).status).toBe(403)
  await setWall(link, { isOn: false })
  expect((await fetchFile(shown.thumbnailUrl)).status).toBe(403)
})

test('a wall shows all images, even if visitors only see their own', async () => {
  const { link, open } = await aWall({}, { visitorsSee: 'own' })
  await build.anImage({ link })
  const [shown] = (await open()).body.data.images
  expect((await fetchFile(shown.thumbnailUrl)).status).toBe(200)
  expect((await fetchFile(shown.thumbnailUrl.replace(/\?.*/, ''))).status).toBe(404)
})

test("a guest's image appears once it's approved, with their name unless names are off", async () => {
  const { link, open } = await aWall({}, { guestUploads: 'everyone', isPrivate: false })
  const form = toForm([{ name: 'name', value: 'Ben' }, await aFile()])
  const added = await server.post(`/api/links/slug/${link.slug}/images`, form.payload, { headers: form.headers })
  expect(added.body.data).toMatchObject({ state: 'waiting' })
  expect((await open()).body.data.images).toEqual([])
  const as = { token: link.owner.token }
  await server.post(`/api/links/${link._id}/guest-uploads/approve`, { imageIds: [added.body.data._id] }, as)
  const shown = async () => (await open()).body.data.images[0]
  expect(await shown()).toMatchObject({ _id: added.body.data._id, addedBy: { name: 'Ben' } })
  await setWall(link, { showNames: false })
  expect((await shown()).addedBy).toEqual({ name: '' })
})

test('a wall has up to 500 images', async () => {
  const { link, open } = await aWall({ order: 'gallery' })
  const ids = await build.imageRows(link, 501)
  const { images } = (await open()).body.data
  expect(images.map(({ _id }: { _id: string }) => _id)).toEqual(ids.slice(0, 500))
})

test('images are in the order of the wall', async () => {
  const { link, open } = await aWall()
  const images = [await build.anImage({ link }), await build.anImage({ link }), await build.anImage({ link })]
  const ids = images.map(({ _id }) => _id)
  const shownIds = async () => (await open()).body.data.images.map(({ _id }: { _id: string }) => _id)
  const [first, second, third] = ids
  await server.put(`/api/links/${link._id}/order`, { imageIds: [second, third, first] }, { token: link.owner.token })
  expect(await shownIds()).toEqual(ids.toReversed())
  await setWall(link, { order: 'gallery' })
  expect(await shownIds()).toEqual([second, third, first])
})

test('the code leads to the page for adding photos, if everyone can add them', async () => {
  const { link, open } = await aWall()
  const addUrl = async () => (await open()).body.data.addUrl
  expect(await addUrl()).toBeNull()
  await changeLink(link, { guestUploads: 'everyone' })
  expect(await addUrl()).toMatch(new RegExp(`^https?://.+/links/${link.slug}/add$`))
  await changeLink(link, { password: 'open sesame' })
  expect(await addUrl()).not.toBeNull()
  for (const closed of [{ isPrivate: true }, { isPrivate: false, guestUploads: 'invited' }]) {
    await changeLink(link, closed)
    expect(await addUrl()).toBeNull()
  }
})

test('the page of a wall is never indexed, and has the status of the wall', async () => {
  const { link, url } = await aWall()
  const open = () => server.get(url.replace('/api', ''))
  const statusOf = async () => (await open()).status
  expect([await statusOf(), (await open()).body]).toEqual([200, expect.stringContaining('content="noindex"')])
  await setWall(link, { isOn: false })
  expect([await statusOf(), (await open()).body]).toEqual([404, expect.stringContaining('content="noindex"')])
})

test('the code is gone as soon as adding closes', async () => {
  const { link, open } = await aWall()
  const uploadsCloseAt = new Date(server.clock.now().getTime() + 30_000).toISOString()
  await changeLink(link, { guestUploads: 'everyone', uploadsCloseAt })
  expect((await open()).body.data.addUrl).not.toBeNull()
  server.clock.advance(31_000)
  expect((await open()).body.data.addUrl).toBeNull()
})

test('asking again costs no database read until something changes', async () => {
  const { link, url } = await aWall()
  await build.anImage({ link })
  const { headers } = await server.get(url)
  const askAgain = () => server.get(url, { headers: { 'if-none-match': String(headers.etag) } })
  const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery')
  expect((await askAgain()).status).toBe(304)
  expect(compiled).not.toHaveBeenCalled()
  compiled.mockRestore()
  await build.anImage({ link })
  const changed = await askAgain()
  expect(changed.status).toBe(200)
  expect(changed.body.data.images).toHaveLength(2)
})

test('a wall closes with its link', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const link = await createBuilders(own).aLink()
  const url = apiUrl((await setWall(link, { isOn: true }, own)).data.url)
  await changeLink(link, { expiresAt: inSeconds(600, own) }, own)
  const { status, headers } = await own.get(url)
  expect(status).toBe(200)
  own.clock.advance(601_000)
  const expired = await own.get(url, { headers: { 'if-none-match': String(headers.etag) } })
  expect(expired).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } })
  await changeLink(link, { expiresAt: null }, own)
  expect((await own.get(url)).status).toBe(200)
  await own.del(`/api/links/${link._id}`, undefined, { token: link.owner.token })
  expect((await own.get(url)).status).toBe(404)
})
