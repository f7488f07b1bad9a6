import sharp from 'sharp'
import { expect, test } from 'vitest'
import { previewAsHeader } from '#shared/passes.ts'
import { createGuestUploads } from '#test/support/guest-uploads.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { anAnimatedPicture } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'
import { aGrayPicture, createWatermarks, markedShare, urlsOf } from '#test/support/watermarks.ts'
import { useWebApp } from '#test/support/web-app.ts'
import { readZip } from '#test/support/zip-reader.ts'

const { server, build } = useServer({ defaultPlan: 'gold' }, useWebApp())
const access = createLinkAccess(server)
const guests = createGuestUploads(server)
const { aMarkedLink, fetch, look, lookAtAll } = createWatermarks(server)

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
