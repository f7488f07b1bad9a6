import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import { addLastPart, aPhoto, encodeMetadata, untilPartsAreGone } from '#test/support/resumable-uploads.ts'
import { useGuestUploads } from '#test/support/use-resumable-uploads.ts'

const { aCollectingLink, access, aScene, build, queue, server, tus } = useGuestUploads()

const passHeader = (pass: string) => ({ headers: { 'x-framelight-pass': pass } })

test('a guest adds a photo without an account, which waits for approval', async () => {
  const link = await aCollectingLink()
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
  expect((await queue(link)).data).toMatchObject([{ _id: id, addedBy: { name: 'Ben' } }])
  await untilPartsAreGone(server, url)

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
  expect((await queue(link)).data).toHaveLength(2)
})

test('64 identical uploads at the same time make one photo', async () => {
  const { link, photo, guest, url } = await aScene()
  const urls = [url]
  for (let n = 1; n < 8; n++) urls.push(await tus.anUpload(guest, photo.length, { slug: link.slug }))
  const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => tus.patch(guest, urls[n % 8] ?? '', 0, photo)))
  const ids = new Set(answers.flatMap(({ status, headers }) => (status === 204 ? [headers['framelight-image']] : [])))
  expect(ids.size).toBe(1)
  expect((await queue(link)).data).toHaveLength(1)
})

test('someone logged in adds as themselves on all their devices', async () => {
  const link = await aCollectingLink()
  const person = await build.aUser({ name: 'Grace' })
  const photo = await aPhoto()
  const started = await tus.create({ token: person.token }, photo.length, { slug: link.slug })
  expect(started.body.data).not.toHaveProperty('pass')
  const url = String(started.headers.location)
  const elsewhere = { token: await build.aSession(person) }
  expect((await tus.patch(elsewhere, url, 0, photo)).status).toBe(204)
  expect((await queue(link)).data).toMatchObject([{ addedBy: { name: 'Grace' } }])
})

test('the owner uploads as owner, also by slug', async () => {
  const link = await aCollectingLink()
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
    const link = await aCollectingLink({ isPrivate })
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
  for (const { link } of scenes) expect((await queue(link)).data).toHaveLength(1)
  expect((await queue(revoked.link)).data).toHaveLength(0)
  await untilPartsAreGone(server, revoked.url)
})

test('hostile names are stored as plain text or refused', async () => {
  const link = await aCollectingLink()
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
