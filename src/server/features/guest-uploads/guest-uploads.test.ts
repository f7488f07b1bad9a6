import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ImageRefused } from '#server/platform/images/image-header.ts'
import { createImageProcessor } from '#server/platform/images/image-processor.ts'
import type { Person } from '#test/support/builders.ts'
import { aNewPicture, createGuestUploads } from '#test/support/guest-uploads.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { createOwnServer } from '#test/support/server.ts'
import { setUsage } from '#test/support/uploads.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { add, aCollectingLink, aGuest } = createGuestUploads(server)
const { invite, enter, changeInvitation } = createLinkAccess(server)

afterEach(async () => {
  expect(await readdir(server.config.tempDir), 'temporary files').toEqual([])
})

type TestLink = { _id: string; slug: string; owner: Person }
const asOwner = ({ owner }: TestLink) => ({ token: owner.token })
const change = (link: TestLink, fields: object) => server.put(`/api/links/${link._id}`, fields, asOwner(link))
const read = async (link: TestLink) => (await server.get(`/api/links/${link._id}`, asOwner(link))).body.data
const mine = async (link: TestLink, options = {}) =>
  (await server.get(`/api/links/slug/${link.slug}/my-uploads`, options)).body.data
const queue = async (link: TestLink, query = '') =>
  (await server.get(`/api/links/${link._id}/guest-uploads${query}`, asOwner(link))).body
const guestsOf = async (link: TestLink) => (await server.get(`/api/links/${link._id}/guests`, asOwner(link))).body.data
const usageOf = ({ owner }: TestLink) =>
  server.db.selectFrom('usage').select(['images', 'bytes']).where('user_id', '=', owner.id).executeTakeFirstOrThrow()

describe('adding an image', () => {
  test('creates a guest with the first one, and later ones belong to the same guest', async () => {
    const link = await aCollectingLink({ approveUploads: false })
    const first = await add(link, { name: '  Ben\u202E \n Li ' })
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({
      state: 'shown',
      title: '',
      addedBy: { name: 'Ben Li' },
      isOwn: true,
      isCoverImage: true,
      user: { _id: link.owner.id },
      pass: expect.any(String),
    })
    const { pass } = first.body.data
    expect(String(first.headers['set-cookie'])).toContain(`framelight_pass=${pass}`)
    const second = await add(link, { pass })
    expect(second.body.data).toMatchObject({ state: 'shown', addedBy: { name: 'Ben Li' }, isOwn: true })
    expect([second.body.data.pass, second.headers['set-cookie']]).toEqual([undefined, undefined])

    const shown = await read(link)
    expect(shown).toMatchObject({ imageCount: 2, uploadsWaiting: 0, coverImage: { _id: first.body.data._id } })
    const [guest] = await guestsOf(link)
    expect(guest).toMatchObject({ name: 'Ben Li', invitation: null, isBlocked: false, waiting: 0, shown: 2 })
    expect(shown.images[1].addedBy).toEqual({ _id: guest._id, name: 'Ben Li' })
    const own = await server.get(`/api/links/slug/${link.slug}`, withPass(pass))
    expect(own.body.data.images).toMatchObject([{ isOwn: true }, { isOwn: true }])
    const seen = await server.get(`/api/links/slug/${link.slug}`)
    expect(seen.body.data.images[0].isOwn).toBeUndefined()
    expect(seen.body.data.images[0].addedBy).toEqual({ name: 'Ben Li' })
    expect(JSON.stringify(seen.body)).not.toContain(guest._id)
  })

  test('keeps only the cleaned full size, which the owner can download with camera details', async () => {
    const link = await aCollectingLink()
    const { image } = await aGuest(link)
    const files = await server.db.selectFrom('waiting_images').select('files').where('id', '=', image._id).execute()
    expect(files.map(({ files: json }) => JSON.parse(json).map(({ kind }: { kind: string }) => kind))).toEqual([
      ['rendition', 'full'],
    ])
    const original = await server.get(`/api/images/${image._id}/original`, asOwner(link))
    expect([original.status, original.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  test('waits for the owner, and exists only for them and its guest', async () => {
    const link = await aCollectingLink()
    const shown = await build.anImage({ link })
    const guest = await aGuest(link)
    const other = await aGuest(link)
    const { _id, thumbnailUrl } = guest.image
    expect(guest.image).toMatchObject({ state: 'waiting', isOwn: true, isCoverImage: false })
    expect(await read(link)).toMatchObject({ imageCount: 1, uploadsWaiting: 2, images: [{ _id: shown._id }] })

    const url = `/api/images/${_id}`
    const stranger = await build.aUser()
    for (const options of [{}, { headers: other.headers }, { token: stranger.token }]) {
      expect((await server.get(url, options)).status).toBe(404)
      expect((await server.post(`${url}/view`, undefined, options)).status).toBe(404)
      expect((await server.get(`/api/comments/image/${_id}`, options)).status).toBe(404)
    }
    expect((await server.get(`/media/${_id}/${thumbnailUrl.split('/').at(-1)?.split('?')[0]}`)).status).toBe(404)
    expect((await server.get(url, { headers: guest.headers })).body.data).toMatchObject({ state: 'waiting' })
    expect((await server.get(thumbnailUrl)).status).toBe(200)
    const owners = (await server.get(url, asOwner(link))).body.data
    expect(owners).toMatchObject({ state: 'waiting', addedBy: { _id: expect.any(String), name: 'Ben' } })
    expect((await server.get(owners.thumbnailUrl)).status).toBe(200)

    const refusals = [
      await server.put(`${url}/set-cover`, undefined, asOwner(link)),
      await server.post(`/api/comments/image/${_id}`, { content: 'Nice' }, asOwner(link)),
      await server.post('/api/images/bulk', { action: 'move', imageIds: [_id], linkId: link._id }, asOwner(link)),
    ]
    for (const { status, body } of refusals) expect([status, body.error]).toEqual([400, 'Approve this photo first'])
    expect((await server.put(`${url}/set-cover`, undefined, { token: stranger.token })).status).toBe(404)
  })

  test('as the owner never waits and counts toward no guest limit', async () => {
    const link = await aCollectingLink({ guestUploadLimit: 1 })
    const token = await build.aSession(link.owner)
    for (const n of [1, 2]) {
      const { status, body } = await add(link, { token })
      expect([status, body.data.state, body.data.addedBy, n]).toEqual([201, 'shown', null, n])
    }
    expect(await guestsOf(link)).toEqual([])
    const seenAs = await add(link, { token, headers: { 'x-framelight-seen-as': 'someone' } })
    expect([seenAs.status, seenAs.body.code]).toEqual([403, 'FORBIDDEN'])
  })

  test('as someone who is logged in belongs to their account on all devices', async () => {
    const link = await aCollectingLink()
    const person = await build.aUser({ name: 'Cleo' })
    const { status, body } = await add(link, { token: person.token, name: 'Not me' })
    expect([status, body.data.addedBy, body.data.pass]).toEqual([201, { name: 'Cleo' }, undefined])
    const token = await build.aSession(person)
    await add(link, { token })
    expect(await mine(link, { token })).toMatchObject({ name: 'Cleo', images: [{}, { _id: body.data._id }] })
    expect((await server.get(body.data.thumbnailUrl)).status).toBe(200)
    expect(await guestsOf(link)).toMatchObject([{ name: 'Cleo', waiting: 2 }])
  })

  test('requires a name if the link does', async () => {
    const link = await aCollectingLink({ askGuestName: 'required' })
    for (const name of [undefined, ' ', '\u200B\u202E']) {
      const { status, body } = await add(link, { ...(name !== undefined && { name }) })
      expect([status, body.fields]).toEqual([400, { name: 'Name is required' }])
    }
    expect((await add(link, { name: 'x'.repeat(101) })).body.fields.name).toContain('100 characters')
    const { pass } = await aGuest(link, { name: '<b>Ben</b>' })
    expect((await add(link, { pass })).body.data.addedBy).toEqual({ name: '<b>Ben</b>' })
    expect(await server.db.selectFrom('guests').select('id').where('link_id', '=', link._id).execute()).toHaveLength(1)
  })

  test('is refused in words when guests can no longer add', async () => {
    const link = await aCollectingLink()
    const guest = await aGuest(link)
    const refusal = async (given = {}) => {
      const { status, body } = await add(link, { pass: guest.pass, ...given })
      return [status, body.code, body.error]
    }
    await change(link, { guestUploads: 'off' })
    const off = [403, 'UPLOADS_OFF', "This gallery doesn't take photos from guests."]
    expect(await refusal()).toEqual(off)
    await change(link, { guestUploads: 'everyone' })
    const [{ _id }] = await guestsOf(link)
    const blocked = await server.put(`/api/guests/${_id}`, { isBlocked: true }, asOwner(link))
    expect(blocked.body.data).toMatchObject({ _id, isBlocked: true, waiting: 1, shown: 0 })
    expect(await refusal()).toEqual(off)
    expect((await mine(link, guest)).remaining).toBe(0)
    const adding = async (options = {}) => (await server.get(`/api/links/slug/${link.slug}`, options)).body.data.adding
    expect(await adding(guest)).toBeNull()
    expect(await adding()).toEqual({ needsApproval: true, askName: 'optional', closesAt: null })
    await server.put(`/api/guests/${_id}`, { isBlocked: false, name: 'Benjamin' }, asOwner(link))
    expect(await mine(link, guest)).toMatchObject({ name: 'Benjamin', remaining: 99 })

    await change(link, { uploadsCloseAt: '2100-01-01T00:00:00+02:00' })
    expect((await read(link)).uploadsCloseAt).toBe('2099-12-31T22:00:00.000Z')
    const past = { uploads_close_at: '2020-01-01T00:00:00.000Z' }
    await server.db.updateTable('links').set(past).where('id', '=', link._id).execute()
    server.services.invalidation.invalidate(link._id)
    expect(await refusal()).toEqual([403, 'UPLOADS_OFF', 'This gallery no longer takes photos.'])
  })

  test('depends on the invitation', async () => {
    const link = await aCollectingLink({ guestUploads: 'invited' })
    const uninvited = await add(link)
    expect([uninvited.status, uninvited.body.code]).toEqual([403, 'UPLOADS_OFF'])
    const invitation = await invite(link)
    expect(invitation.rights.add).toBe(true)
    const { pass } = await enter(invitation)
    expect((await add(link, { pass })).status).toBe(201)
    expect(await guestsOf(link)).toMatchObject([{ invitation: invitation._id }])
    const adding = async () => (await server.get(`/api/links/slug/${link.slug}`, withPass(pass))).body.data.adding
    expect(await adding()).toEqual({ needsApproval: true, askName: 'optional', closesAt: null })
    await changeInvitation(link, invitation._id, { rights: { add: false } })
    const excluded = await add(link, { pass })
    expect(excluded.body.error).toBe("Your invitation doesn't include adding photos.")
    expect(await adding()).toBeNull()
    await change(link, { guestUploads: 'off' })
    await changeInvitation(link, invitation._id, { rights: { add: true } })
    expect((await add(link, { pass })).status).toBe(201)
  })
})

test('someone who is logged in and invited to a private gallery sees what they added', async () => {
  const link = await aCollectingLink({ isPrivate: true })
  const { pass } = await enter(await invite(link))
  const person = await build.aUser()
  const { status, body } = await add(link, { pass, token: person.token })
  expect(status).toBe(201)
  expect((await server.get(body.data.thumbnailUrl)).status).toBe(200)
  const [guest] = await guestsOf(link)
  expect(guest).toMatchObject({ invitation: null, name: person.name })
  await server.put(`/api/guests/${guest._id}`, { isBlocked: true }, asOwner(link))
  const options = { token: person.token, ...withPass(pass) }
  const seen = await server.get(`/api/links/slug/${link.slug}`, options)
  expect(seen.body.data.adding).toBeNull()
  expect((await server.get(body.data.thumbnailUrl)).status).toBe(200)
  const invitations = await server.get(`/api/links/${link._id}/invitations`, asOwner(link))
  await server.del(`/api/invitations/${invitations.body.data[0]._id}`, undefined, asOwner(link))
  expect((await server.get(body.data.thumbnailUrl)).status).toBe(403)
  expect((await server.del(`/api/images/${body.data._id}?forever=true`, undefined, options)).status).toBe(200)
})

describe('limits', () => {
  test('apply per guest and per link, and taking back makes room', async () => {
    const link = await aCollectingLink({ guestUploadLimit: 3, uploadLimitPerGuest: 2 })
    const guest = await aGuest(link)
    await add(link, { pass: guest.pass })
    const limited = await add(link, { pass: guest.pass })
    const sentence = 'You have added 2 photos, the most this gallery takes from one person.'
    expect([limited.status, limited.body.code, limited.body.error]).toEqual([403, 'UPLOAD_LIMIT', sentence])
    await aGuest(link)
    const full = await add(link)
    const fullSentence = 'This gallery cannot take any more photos.'
    expect([full.status, full.body.code, full.body.error]).toEqual([403, 'GALLERY_FULL', fullSentence])
    expect((await server.del(`/api/images/${guest.image._id}?forever=true`, undefined, guest)).status).toBe(200)
    expect((await add(link)).status).toBe(201)
    expect(await mine(link, guest)).toMatchObject({ remaining: 1, images: [{}] })
  })

  test("hide that it's the owner's plan", async () => {
    const link = await aCollectingLink()
    await setUsage(server, link.owner, 750)
    const { status, body } = await add(link)
    expect([status, body.code]).toEqual([403, 'GALLERY_FULL'])
    expect(await server.db.selectFrom('guests').select('id').where('link_id', '=', link._id).execute()).toEqual([])
  })

  test('are exact under 200 parallel calls', async () => {
    const link = await aCollectingLink({ guestUploadLimit: 50, uploadLimitPerGuest: 500 })
    const bytes = await Promise.all(Array.from({ length: 200 }, aNewPicture))
    const passes: string[] = []
    for (let n = 0; n < 10; n++) passes.push((await aGuest(link)).pass)
    const answers = await Promise.all(bytes.map((each, n) => add(link, { pass: passes[n % 10] ?? '', bytes: each })))
    const statuses = answers.map(({ status, body }) => (status === 201 ? 201 : body.code))
    expect(statuses.filter((status) => status === 201)).toHaveLength(40)
    // A busy server may also turn some away.
    const refusals = new Set(statuses.filter((status) => status !== 201))
    expect(refusals).toContain('GALLERY_FULL')
    for (const refusal of refusals) expect(['GALLERY_FULL', 'RATE_LIMITED', 'UNAVAILABLE']).toContain(refusal)
    expect(await read(link)).toMatchObject({ uploadsWaiting: 50 })
    expect((await usageOf(link)).images).toBe(50)
  })
})

test('a refusal comes before any of the body is read', async () => {
  await server.app.listen({ port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  /** Sends only the headers of a form with 4 MB. */
  const refusal = async (link: TestLink, bytes = 4_000_000) => {
    const socket = connect(port, '127.0.0.1')
    const headers = ['host: photos.test', 'content-type: multipart/form-data; boundary=x', `content-length: ${bytes}`]
    socket.write(`POST /api/links/slug/${link.slug}/images HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    return /"code":"(\w+)"/.exec(String(answer))?.[1]
  }
  const [full, tooMany, open] = [
    await aCollectingLink({ guestUploadLimit: 1 }),
    await aCollectingLink(),
    await aCollectingLink(),
  ]
  await aGuest(full)
  await setUsage(server, tooMany.owner, 750)
  expect(await refusal(await build.aLink())).toBe('UPLOADS_OFF')
  expect(await refusal(full)).toBe('GALLERY_FULL')
  expect(await refusal(tooMany)).toBe('GALLERY_FULL')
  expect(await refusal(open, 11 * 2 ** 20)).toBe('FILE_TOO_LARGE')
  expect(await refusal(await aCollectingLink({ isPrivate: true }))).toBe('LINK_PRIVATE')
})

test('work on unusable files is charged to the guest, not to the owner or other guests', async () => {
  const imageProcessor = createImageProcessor({
    waste: { allowedMs: 0, forgiven: 0.1 },
    clock: { monotonicMs: () => 0 },
    pool: {
      run: () => Promise.reject(new ImageRefused("it's damaged", { workMs: 640 })),
      warmUp() {},
      async close() {},
    },
  })
  const own = await createOwnServer({}, { imageProcessor })
  const there = createGuestUploads(own)
  const link = await there.aCollectingLink()
  const first = await there.add(link)
  expect(first.status).toBe(415)
  // The guest is recognized even though their first image couldn't be used.
  const pass = /^framelight_pass=([\w-]+)/.exec(String(first.headers['set-cookie']))?.[1] ?? ''
  expect((await there.add(link, { pass })).status).toBe(429)
  expect((await there.add(link)).status).toBe(415)
  expect((await there.add(link, { token: link.owner.token })).status).toBe(415)
})

describe('a repeated upload', () => {
  test('with the same key or the same bytes from the same guest returns the first image', async () => {
    const link = await aCollectingLink()
    const bytes = await aNewPicture()
    const guest = await aGuest(link, { key: 'one', bytes })
    const byKey = await add(link, { pass: guest.pass, key: 'one' })
    const byBytes = await add(link, { pass: guest.pass, bytes, key: 'two' })
    for (const { status, body } of [byKey, byBytes]) {
      expect([status, body.data._id, body.data.isRepeat]).toEqual([200, guest.image._id, true])
    }
    const other = await add(link, { key: 'one', bytes })
    expect([other.status, other.body.data.isRepeat]).toEqual([201, undefined])
    await server.post(
      `/api/links/${link._id}/guest-uploads/approve`,
      { until: new Date().toISOString() },
      asOwner(link),
    )
    const afterwards = await add(link, { pass: guest.pass, key: 'one' })
    expect([afterwards.status, afterwards.body.data._id, afterwards.body.data.state]).toEqual([
      200,
      guest.image._id,
      'shown',
    ])
    const { data } = await queue(link, '?state=shown')
    expect(data.map(({ sameAs }: { sameAs: string }) => sameAs)).toEqual([other.body.data._id, guest.image._id])
  })

  test.each([true, false])(
    '64 times at once adds one image, with approval %s',
    async (approveUploads) => {
      const link = await aCollectingLink({ approveUploads })
      const { pass } = await aGuest(link)
      const bytes = await aNewPicture()
      const answers = await Promise.all(Array.from({ length: 64 }, () => add(link, { pass, bytes })))
      const done = answers.filter(({ status }) => status < 300)
      expect(new Set(done.map(({ body }) => body.data._id)).size).toBe(1)
      expect(done.filter(({ status }) => status === 201)).toHaveLength(1)
      expect((await usageOf(link)).images).toBe(2)
    },
    30_000,
  )
})

describe('the queue', () => {
  test('lists pages of 100 with sizes, oldest first', async () => {
    const link = await aCollectingLink()
    const ben = await aGuest(link)
    const cleo = await aGuest(link, { name: 'Cleo' })
    const { data, waiting } = await queue(link)
    expect(data.map(({ _id }: { _id: string }) => _id)).toEqual([ben.image._id, cleo.image._id])
    expect(data[0]).toMatchObject({ state: 'waiting', fileSize: expect.any(Number), sameAs: null })
    expect(data[0].fileSize).toBeGreaterThan(100)
    expect(waiting).toBe(2)
    const ofCleo = await queue(link, `?guest=${data[1].addedBy._id}`)
    expect(ofCleo.data).toMatchObject([{ _id: cleo.image._id }])
    expect((await server.get(`/api/links/${link._id}/guest-uploads`, ben)).status).toBe(401)
    const stranger = await build.aUser()
    expect((await server.get(`/api/links/${link._id}/guest-uploads`, { token: stranger.token })).status).toBe(403)
  })

  test('approves in order of arrival and opens the plain URLs', async () => {
    const link = await aCollectingLink()
    const guests = [await aGuest(link), await aGuest(link), await aGuest(link)]
    const [first, second, third] = guests.map(({ image }) => image._id)
    const approve = (body: object) => server.post(`/api/links/${link._id}/guest-uploads/approve`, body, asOwner(link))
    const decided = await approve({ imageIds: [second, first, 'unknown', first] })
    expect(decided.body.data).toEqual({ done: 2, skipped: 1 })
    expect((await approve({ imageIds: [first] })).body.data).toEqual({ done: 0, skipped: 1 })
    expect(await read(link)).toMatchObject({
      imageCount: 2,
      uploadsWaiting: 1,
      coverImage: { _id: first },
      images: [{ _id: first, state: 'shown' }, { _id: second }],
    })
    expect((await server.get(`/media/${first}/60.webp`)).status).toBe(200)
    expect((await server.get(`/media/${third}/60.webp`)).status).toBe(404)
    const [{ _id: guestId }] = (await guestsOf(link)).filter(({ waiting }: { waiting: number }) => waiting === 1)
    const rejected = await server.post(`/api/links/${link._id}/guest-uploads/reject`, { guestId }, asOwner(link))
    expect(rejected.body.data).toEqual({ done: 1, skipped: 0 })
    expect((await server.get(`/api/images/${third}`, guests[2])).status).toBe(404)
    expect((await usageOf(link)).images).toBe(2)
    for (const body of [{}, { imageIds: [] }, { imageIds: [first], guestId }, { until: 'now' }]) {
      const { status } = await approve(body)
      expect(status, JSON.stringify(body)).toBe(400)
    }
  })

  test('approve, reject and take back at the same moment leave matching counters', async () => {
    const link = await aCollectingLink()
    for (let round = 0; round < 5; round++) {
      const guest = await aGuest(link)
      const imageIds = [guest.image._id]
      const [approved, rejected, taken] = await Promise.all([
        server.post(`/api/links/${link._id}/guest-uploads/approve`, { imageIds }, asOwner(link)),
        server.post(`/api/links/${link._id}/guest-uploads/reject`, { imageIds }, asOwner(link)),
        server.del(`/api/images/${guest.image._id}?forever=true`, undefined, guest),
      ])
      expect([approved.status, rejected.status]).toEqual([200, 200])
      // Guests aren't told whether an image was rejected or never existed.
      expect([200, 401, 404]).toContain(taken.status)
      expect((await server.get(`/api/images/${guest.image._id}`, asOwner(link))).status).toBe(404)
    }
    expect(await read(link)).toMatchObject({ imageCount: 0, uploadsWaiting: 0, coverImage: null })
    // Rejected images are in the trash.
    const until = server.clock.now().toISOString()
    await server.del('/api/trash', { all: true, until }, asOwner(link))
    expect(await usageOf(link)).toEqual({ images: 0, bytes: expect.toSatisfy((bytes) => Number(bytes) === 0) })
    await vi.waitFor(async () => {
      for (const guest of await guestsOf(link)) expect(guest).toMatchObject({ waiting: 0, shown: 0, name: '' })
    }, 10_000)
  })
})

test('a guest can take back an image that was shown, but not one that was moved', async () => {
  const link = await aCollectingLink({ approveUploads: false })
  const elsewhere = await build.aLink({ owner: link.owner })
  const guest = await aGuest(link)
  const { body } = await add(link, { pass: guest.pass, key: 'moved' })
  const move = { action: 'move', imageIds: [body.data._id], linkId: elsewhere._id }
  expect((await server.post('/api/images/bulk', move, asOwner(link))).status).toBe(200)
  expect((await server.del(`/api/images/${body.data._id}?forever=true`, undefined, guest)).status).toBe(401)
  expect((await read(elsewhere as TestLink)).images[0].addedBy).toEqual({ name: 'Ben' })
  expect(await guestsOf(link)).toMatchObject([{ shown: 1 }])
  const again = await add(link, { pass: guest.pass, key: 'moved' })
  expect(again.status).toBe(201)
  await server.del(`/api/images/${again.body.data._id}?forever=true`, undefined, guest)
  const [{ _id }] = await guestsOf(link)
  await server.put(`/api/guests/${_id}`, { isBlocked: true }, asOwner(link))
  expect((await server.del(`/api/images/${guest.image._id}?forever=true`, undefined, guest)).status).toBe(200)
  expect(await read(link)).toMatchObject({ imageCount: 0, coverImage: null })
  expect(await guestsOf(link)).toMatchObject([{ shown: 0, name: '', isBlocked: true }])
})

test("deleting a link removes guests' images, shown or not", async () => {
  const link = await aCollectingLink()
  await aGuest(link)
  await aGuest(link)
  const [first] = (await queue(link)).data
  await server.post(`/api/links/${link._id}/guest-uploads/approve`, { imageIds: [first._id] }, asOwner(link))
  expect((await usageOf(link)).images).toBe(2)
  expect((await server.del(`/api/links/${link._id}?forever=true`, undefined, asOwner(link))).status).toBe(200)
  expect((await usageOf(link)).images).toBe(0)
  await waitForRemovals(server)
  for (const table of ['images', 'waiting_images', 'guests'] as const) {
    const rows = await server.db.selectFrom(table).select(`${table}.id`).where('link_id', '=', link._id).execute()
    expect(rows, table).toEqual([])
  }
})

test('images of a guest within 15 minutes are one event', async () => {
  const link = await aCollectingLink()
  const { pass } = await aGuest(link)
  await add(link, { pass })
  const events = async () => (await server.get('/api/activity', asOwner(link))).body.data
  expect(await events()).toMatchObject([{ kind: 'upload', count: 2, name: 'Ben', isRead: false }])
  server.clock.advance(16 * 60_000)
  await add(link, { pass })
  expect(await events()).toMatchObject([
    { kind: 'upload', count: 1 },
    { kind: 'upload', count: 2 },
  ])
})
