import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import { createLinkAccess } from '#test/support/link-access.ts'
import { aPicture } from '#test/support/pictures.ts'
import {
  addLastPart,
  createTusCaller,
  encodeMetadata,
  idOfUpload,
  partsPrefix,
} from '#test/support/resumable-uploads.ts'
import { setUsage } from '#test/support/uploads.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const tus = createTusCaller(server)
const access = createLinkAccess(server)

let seed = 0
const aPhoto = () => aPicture({ width: 200, height: 150, seed: ++seed }).jpeg().toBuffer()

type Guest = { pass: string; from: string }
type GivenLink = Awaited<ReturnType<typeof build.aLink>>

const aGallery = (fields: object = {}) => build.aLink({ guestUploads: 'everyone', ...fields })

/** Starts an upload by a new guest. */
async function aScene({
  link,
  photo,
  ...metadata
}: {
  link?: GivenLink
  photo?: Buffer
  [name: string]: unknown
} = {}) {
  const gallery = link ?? (await aGallery())
  const bytes = photo ?? (await aPhoto())
  const from = build.anAddress()
  const answer = await tus.create({ from }, bytes.length, {
    slug: gallery.slug,
    filename: 'party.jpg',
    ...(metadata as Record<string, string>),
  })
  expect(answer.status).toBe(201)
  const guest: Guest = { pass: answer.body.data.pass, from }
  return {
    link: gallery,
    photo: bytes,
    guest,
    url: String(answer.headers.location),
    half: Math.floor(bytes.length / 2),
  }
}

const passHeader = (pass: string) => ({ headers: { 'x-framelight-pass': pass } })

const untilPartsAreGone = (url: string) =>
  vi.waitFor(() => {
    if (server.config.storage.kind !== 'disk') throw new Error('Only parts on disk can be listed')
    expect(existsSync(join(server.config.storage.dir, partsPrefix(url)))).toBe(false)
  })

const queueOf = async (link: GivenLink) =>
  (await server.get(`/api/links/${link._id}/guest-uploads`, { token: link.owner.token })).body.data

test('a guest adds a photo without an account, which waits for approval', async () => {
  const link = await aGallery()
  const photo = await aPhoto()
  const metadata = { slug: link.slug, filename: 'party.jpg', name: 'Ben' }
  const answer = await tus.create({}, photo.length, { ...metadata, title: 'Ignored' })
  expect(answer.status).toBe(201)
  const { pass } = answer.body.data
  expect(answer.body.data).toEqual({ _id: expect.any(String), expiresAt: expect.any(String), pass: expect.any(String) })
  expect(answer.headers['set-cookie']).toContain(pass)
  expect(answer.headers.location).toBe(`/api/uploads/${answer.body.data._id}`)

  const url = String(answer.headers.location)
  const last = await tus.patch({ pass }, url, 0, photo)
  expect(last.status).toBe(204)
  const id = String(last.headers['framelight-image'])
  expect((await server.get(url, passHeader(pass))).body.data).toMatchObject({
    offset: photo.length,
    image: { _id: id, state: 'waiting', title: '', fileName: 'party.jpg', isOwn: true, addedBy: { name: 'Ben' } },
  })
  expect((await server.get(`/api/images/${id}`)).status).toBe(404)
  expect(await queueOf(link)).toMatchObject([{ _id: id, addedBy: { name: 'Ben' } }])
  await untilPartsAreGone(url)

  const second = await tus.create({ pass }, photo.length, metadata)
  expect(second.body.data, 'the same guest').not.toHaveProperty('pass')
})

test('the pass can also be a cookie', async () => {
  const { guest, url } = await aScene()
  const headers = { 'tus-resumable': '1.0.0', cookie: `framelight_pass=${guest.pass}` }
  expect((await server.call('HEAD', url, { headers })).status).toBe(200)
})

test('to anyone but its guest, an upload does not exist', async () => {
  const { link, photo, url } = await aScene()
  const another = await aScene({ link })
  const elsewhere = await aScene()
  const stranger = { token: (await build.aUser()).token }
  for (const auth of [{}, another.guest, elsewhere.guest, stranger, { token: link.owner.token }]) {
    expect((await tus.head(auth, url)).status).toBe(404)
    expect((await tus.patch(auth, url, 0, photo)).status).toBe(404)
    expect((await tus.remove(auth, url)).status).toBe(404)
  }
})

test('the same bytes from the same guest make one photo', async () => {
  const { link, photo, guest, url } = await aScene()
  const first = await tus.patch(guest, url, 0, photo)
  const again = await tus.anUpload(guest, photo.length, { slug: link.slug })
  const second = await tus.patch(guest, again, 0, photo)
  expect(second.headers['framelight-image']).toBe(first.headers['framelight-image'])
  const { body } = await server.get(again, passHeader(guest.pass))
  expect(body.data).toMatchObject({ isRepeat: true, image: { isRepeat: true } })
  expect((await server.get(url, passHeader(guest.pass))).body.data).not.toHaveProperty('isRepeat')

  const other = await aScene({ link, photo })
  const theirs = await tus.patch(other.guest, other.url, 0, photo)
  expect(theirs.headers['framelight-image']).not.toBe(first.headers['framelight-image'])
  expect(await queueOf(link)).toHaveLength(2)
})

test('64 identical uploads at the same time make one photo', async () => {
  const { link, photo, guest, url } = await aScene()
  const urls = [url]
  for (let n = 1; n < 8; n++) urls.push(await tus.anUpload(guest, photo.length, { slug: link.slug }))
  const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => tus.patch(guest, urls[n % 8] ?? '', 0, photo)))
  const ids = new Set(answers.flatMap(({ status, headers }) => (status === 204 ? [headers['framelight-image']] : [])))
  expect(ids.size).toBe(1)
  expect(await queueOf(link)).toHaveLength(1)
})

test('a link that takes no photos refuses before anything is sent', async () => {
  const off = await build.aLink()
  const closed = await aGallery({ uploadsCloseAt: new Date(server.clock.now().getTime() + minutes(1)).toISOString() })
  const invited = await aGallery({ guestUploads: 'invited' })
  const hidden = await aGallery({ isPrivate: true })
  const locked = await aGallery()
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
    await untilPartsAreGone(url)
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
  const [{ addedBy }] = await queueOf(link)
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

test('limits and a full account are refused before and after the bytes arrive', async () => {
  const link = await aGallery({ uploadLimitPerGuest: 1 })
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
  const link = await aGallery({ askGuestName: 'required' })
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
  const link = await aGallery()
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

test('someone logged in adds as themselves on all their devices', async () => {
  const link = await aGallery()
  const person = await build.aUser({ name: 'Grace' })
  const photo = await aPhoto()
  const started = await tus.create({ token: person.token }, photo.length, { slug: link.slug })
  expect(started.body.data).not.toHaveProperty('pass')
  const url = String(started.headers.location)
  const elsewhere = { token: await build.aSession(person) }
  expect((await tus.patch(elsewhere, url, 0, photo)).status).toBe(204)
  expect(await queueOf(link)).toMatchObject([{ addedBy: { name: 'Grace' } }])
})

test('the owner uploads as owner, also by slug', async () => {
  const link = await aGallery()
  const as = { token: link.owner.token }
  const photo = await aPhoto()
  const url = await tus.anUpload(as, photo.length, { slug: link.slug, title: 'Dawn' })
  const { headers } = await tus.patch(as, url, 0, photo)
  const { body } = await server.get(`/api/images/${headers['framelight-image']}`, as)
  expect(body.data).toMatchObject({ state: 'shown', addedBy: null, title: 'Dawn' })
  const invited = await access.invite(link)
  const preview = { 'x-framelight-seen-as': invited._id }
  const metadata = encodeMetadata({ slug: link.slug })
  const answer = await tus.call('POST', '/api/uploads', as, {
    ...preview,
    'upload-length': '9',
    'upload-metadata': metadata,
  })
  expect(answer.status).toBe(403)
})

test('the server finishes a complete upload if its guest still has access', async () => {
  if (server.config.storage.kind !== 'disk') throw new Error('Not on disk')
  const disk = await createDiskStorage({ dir: server.config.storage.dir, isGuest: true })
  const scenes = []
  for (const isPrivate of [false, true]) {
    const link = await aGallery({ isPrivate })
    const { pass } = await access.enter(await access.invite(link))
    const photo = await aPhoto()
    const url = await tus.anUpload({ pass }, photo.length, { slug: link.slug })
    scenes.push({ link, pass, photo, url })
  }
  const revoked = { ...scenes[0], ...(await aScene()) }
  for (const { pass, photo, url } of [...scenes, { ...revoked, pass: revoked.guest.pass }]) {
    // All but the last byte, which arrives on a node that crashes.
    await tus.patch({ pass }, url, 0, photo.subarray(0, photo.length - 1))
    await addLastPart(server, disk, url, photo.subarray(-1))
  }
  await server.put(`/api/links/${revoked.link._id}`, { isPrivate: true }, { token: revoked.link.owner.token })
  server.clock.advance(minutes(1))
  await server.services.runUploadJob()
  for (const { link } of scenes) expect(await queueOf(link)).toHaveLength(1)
  expect(await queueOf(revoked.link)).toHaveLength(0)
  await untilPartsAreGone(revoked.url)
})

test('hostile names are stored as plain text or refused', async () => {
  const link = await aGallery()
  const names = [
    '\0',
    'A\0B',
    '\u202eneB',
    ' ',
    '\n',
    '<script>alert(1)</script>',
    '=1+1',
    '\ud83d',
    'x'.repeat(101),
    '\u200b',
  ]
  for (const name of names) {
    const answer = await tus.create({ from: build.anAddress() }, 100, { slug: link.slug, name, filename: name })
    expect(answer.status, JSON.stringify(name)).toBeOneOf([201, 400])
    expect(JSON.stringify(answer.body)).not.toContain('\u202e')
  }
  for (const slug of ['\0', '../..', '\ud83d', 'x'.repeat(5000), '']) {
    expect((await tus.create({}, 100, { slug })).status).toBe(404)
  }
})
