import { readdir } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { asOwner } from '#test/support/builders.ts'
import { createGuestUploads } from '#test/support/guest-uploads.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { add, aCollectingLink, aGuest, guestsOf, queue, read, usageOf } = createGuestUploads(server)

afterEach(async () => {
  expect(await readdir(server.config.tempDir), 'temporary files').toEqual([])
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

  test("doesn't replace the cover of a gallery with sections", async () => {
    const link = await aCollectingLink()
    const { body } = await server.post(`/api/links/${link._id}/sections`, { title: 'Coast' }, asOwner(link))
    const own = await build.anImage({ link, fields: { sectionId: body.data._id } })
    const { image } = await aGuest(link)
    await server.post(`/api/links/${link._id}/guest-uploads/approve`, { imageIds: [image._id] }, asOwner(link))
    expect(await read(link)).toMatchObject({
      coverImage: { _id: own._id },
      images: [{ _id: image._id }, { _id: own._id }],
    })
  })

  test("is counted in the trash with its link, because it's deleted with it", async () => {
    const link = await aCollectingLink()
    await build.anImage({ link })
    await aGuest(link)
    await server.del(`/api/links/${link._id}`, undefined, asOwner(link))
    const { body } = await server.get('/api/trash?kind=link', asOwner(link))
    expect(body.data).toMatchObject([{ _id: link._id, imageCount: 2 }])
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
  expect((await read(elsewhere)).images[0].addedBy).toEqual({ name: 'Ben' })
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

test("a guest whose pass ended can't take anything back", async () => {
  const link = await aCollectingLink({ approveUploads: false })
  const guest = await aGuest(link)
  await server.put(`/api/links/${link._id}`, { isPrivate: true }, asOwner(link))
  const takeBack = () => server.del(`/api/images/${guest.image._id}`, undefined, guest)
  const { status, body } = await takeBack()
  expect([status, body.code]).toEqual([403, 'LINK_PRIVATE'])
  expect(await read(link)).toMatchObject({ imageCount: 1 })
  await server.put(`/api/links/${link._id}`, { isPrivate: false }, asOwner(link))
  expect((await takeBack()).status).toBe(200)
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
