import { readdir } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { asOwner, type Person } from '#test/support/builders.ts'
import { createGuestUploads } from '#test/support/guest-uploads.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { add, aCollectingLink, aGuest, guestsOf, mine, queue, read } = createGuestUploads(server)
const { invite, enter, changeInvitation, revoke } = createLinkAccess(server)

afterEach(async () => {
  expect(await readdir(server.config.tempDir), 'temporary files').toEqual([])
})

const change = (link: { _id: string; owner: Person }, fields: object) =>
  server.put(`/api/links/${link._id}`, fields, asOwner(link))

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

    await server.put(`/api/links/${link._id}`, { guestUploads: 'off' }, asOwner(link))
    const closed = await server.get(`/api/links/slug/${link.slug}`, withPass(pass))
    expect(closed.body.data.images).toMatchObject([{ isOwn: true }, { isOwn: true }])
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
    await revoke(link, invitation._id)
    expect((await add(link, { pass })).body.code).toBe('UPLOADS_OFF')
    expect((await queue(link)).data).toHaveLength(2)
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
