import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aPhoto, idOfUpload, untilPartsAreGone } from '#test/support/resumable-uploads.ts'
import { setUsage } from '#test/support/uploads.ts'
import { useGuestUploads } from '#test/support/use-resumable-uploads.ts'

const { aCollectingLink, access, aScene, build, queue, server, tus } = useGuestUploads()

type GivenLink = Parameters<typeof queue>[0]

test('a link that takes no photos refuses before anything is sent', async () => {
  const off = await build.aLink()
  const closed = await aCollectingLink({
    uploadsCloseAt: new Date(server.clock.now().getTime() + minutes(1)).toISOString(),
  })
  const invited = await aCollectingLink({ guestUploads: 'invited' })
  const hidden = await aCollectingLink({ isPrivate: true })
  const locked = await aCollectingLink()
  await access.setPassword(locked, 'four words of ours')
  server.clock.advance(minutes(2))
  const answers = await Promise.all(
    [off, closed, invited, hidden, locked].map(({ slug }) => tus.create({ from: build.anAddress() }, 100, { slug })),
  )
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [403, 'UPLOADS_OFF'],
    [403, 'UPLOADS_OFF'],
    [403, 'UPLOADS_OFF'],
    [403, 'LINK_PRIVATE'],
    [403, 'PASSWORD_REQUIRED'],
  ])
  expect((await tus.create({}, 100, { slug: 'nothing-here' })).status).toBe(404)
})

test('if the link closes in the meantime, the guest gets its answer and the parts are deleted', async () => {
  const past = '2020-01-01T00:00:00.000Z'
  const set = (link: GivenLink, change: object) =>
    server.put(`/api/links/${link._id}`, change, { token: link.owner.token })
  const closings: [(link: GivenLink) => Promise<unknown>, number, string][] = [
    [(link) => set(link, { guestUploads: 'off' }), 403, 'UPLOADS_OFF'],
    [(link) => set(link, { isPrivate: true }), 403, 'LINK_PRIVATE'],
    [(link) => access.setPassword(link, 'four words of ours'), 403, 'PASSWORD_REQUIRED'],
    [
      (link) => server.db.updateTable('links').set({ expires_at: past }).where('id', '=', link._id).execute(),
      410,
      'LINK_EXPIRED',
    ],
    [
      (link) => server.db.updateTable('links').set({ uploads_close_at: past }).where('id', '=', link._id).execute(),
      403,
      'UPLOADS_OFF',
    ],
    [(link) => server.del(`/api/links/${link._id}`, undefined, { token: link.owner.token }), 404, 'NOT_FOUND'],
  ]
  for (const [close, status, code] of closings) {
    const { link, photo, guest, url, half } = await aScene()
    await tus.patch(guest, url, 0, photo.subarray(0, half))
    await close(link)
    server.services.invalidation.receive(undefined)
    const answer = await tus.patch(guest, url, half, photo.subarray(half))
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await tus.head(guest, url)).status).toBe(404)
    await untilPartsAreGone(server, url)
  }
})

test('a new slug does not interrupt an upload', async () => {
  const { link, photo, guest, url, half } = await aScene()
  await tus.patch(guest, url, 0, photo.subarray(0, half))
  await server.put(`/api/links/${link._id}`, { slug: 'another-name-2' }, { token: link.owner.token })
  expect((await tus.patch(guest, url, half, photo.subarray(half))).headers).toHaveProperty('framelight-image')
})

test('blocking a guest stops their upload', async () => {
  const { link, photo, guest, url } = await aScene()
  await tus.patch(guest, url, 0, photo)
  const [{ addedBy }] = (await queue(link)).data
  const other = await aPhoto()
  const running = await tus.anUpload(guest, other.length, { slug: link.slug })
  await tus.patch(guest, running, 0, other.subarray(0, 100))
  await server.put(`/api/guests/${addedBy._id}`, { isBlocked: true }, { token: link.owner.token })
  const answer = await tus.patch(guest, running, 100, other.subarray(100))
  const off = await tus.create({}, 100, { slug: (await build.aLink()).slug })
  expect(answer.body).toEqual(off.body)
  expect((await tus.head(guest, running)).status).toBe(404)
  expect((await tus.create(guest, 100, { slug: link.slug })).body).toEqual(off.body)
})

test.each(['HEAD', 'GET'] as const)('%s of an unfinished upload tells a blocked guest the same', async (method) => {
  const { link, photo, guest, url } = await aScene()
  await tus.patch(guest, url, 0, photo)
  const [{ addedBy }] = (await queue(link)).data
  const running = await tus.anUpload(guest, 200, { slug: link.slug })
  await tus.patch(guest, running, 0, photo.subarray(0, 100))
  await server.put(`/api/guests/${addedBy._id}`, { isBlocked: true }, { token: link.owner.token })
  const ask = (upload: string) =>
    server.call(method, upload, { headers: { 'tus-resumable': '1.0.0', 'x-framelight-pass': guest.pass } })
  const answer = await ask(running)
  expect(answer.status).toBe(403)
  const { body } = await tus.create(guest, 100, { slug: link.slug })
  if (method === 'GET') expect(answer.body).toEqual(body)
  await untilPartsAreGone(server, running)
  expect((await ask(running)).status).toBe(404)
  expect((await ask(url)).status, 'a finished upload').toBe(200)
})

test('limits and a full account are refused before and after the bytes arrive', async () => {
  const link = await aCollectingLink({ uploadLimitPerGuest: 1 })
  const { photo, guest, url } = await aScene({ link })
  const second = await aPhoto()
  const waiting = await tus.anUpload(guest, second.length, { slug: link.slug })
  await tus.patch(guest, url, 0, photo)
  expect((await tus.patch(guest, waiting, 0, second)).body.code).toBe('UPLOAD_LIMIT')
  expect((await tus.create(guest, 100, { slug: link.slug })).body.code).toBe('UPLOAD_LIMIT')

  const full = await aScene()
  await setUsage(server, full.link.owner, 10_000_000)
  expect((await tus.patch(full.guest, full.url, 0, full.photo)).body).toMatchObject({
    code: 'GALLERY_FULL',
    error: 'This gallery cannot take any more photos.',
  })
  expect((await tus.create(full.guest, 100, { slug: full.link.slug })).body.code).toBe('GALLERY_FULL')
  await setUsage(server, full.link.owner, 0)
})

test('a required name is asked for at the start', async () => {
  const link = await aCollectingLink({ askGuestName: 'required' })
  const answer = await tus.create({}, 100, { slug: link.slug })
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', fields: { name: 'Name is required' } },
  })
  expect((await tus.create({}, 100, { slug: link.slug, name: 'Ben' })).status).toBe(201)
})

test('a guest has 8 unfinished uploads', async () => {
  const { link, guest } = await aScene()
  const answers = await Promise.all(Array.from({ length: 12 }, () => tus.create(guest, 100, { slug: link.slug })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
  expect(answers.filter(({ status, body }) => status === 429 && body.code === 'RATE_LIMITED')).toHaveLength(5)
  server.clock.advance(minutes(11))
  expect((await tus.create(guest, 100, { slug: link.slug })).status).toBe(201)
})

test("a gallery's unfinished parts are shared between networks", async () => {
  const link = await aCollectingLink()
  const [one, other] = [await aScene({ link }), await aScene({ link })]
  const reserve = (url: string, bytes: number) =>
    server.db.updateTable('resumable_uploads').set({ reserved: bytes }).where('id', '=', idOfUpload(url)).execute()
  const next = await tus.anUpload(one.guest, one.photo.length, { slug: link.slug })
  await reserve(one.url, 2_499_999_000)
  expect((await tus.patch(one.guest, next, 0, one.photo)).status, 'more than their share').toBe(429)
  expect((await tus.patch(other.guest, other.url, 0, other.photo)).status).toBe(204)
  await reserve(one.url, 4_999_999_999)
  const late = await aScene({ link })
  expect((await tus.patch(late.guest, late.url, 0, late.photo)).status, 'all taken').toBe(503)
  const owners = await tus.anUpload({ token: link.owner.token }, late.photo.length, { linkId: link._id })
  expect((await tus.patch({ token: link.owner.token }, owners, 0, late.photo)).status).toBe(204)
  await reserve(one.url, 0)
  expect((await tus.patch(late.guest, late.url, 0, late.photo)).status, 'the upload stayed').toBe(204)
})
