import { expect, test } from 'vitest'
import { createGuestUploads } from '../support/guest-uploads.ts'
import { withPass } from '../support/link-access.ts'
import { createRandom } from '../support/random.ts'
import { useServer } from '../support/use-server.ts'

/**
 * Performs random steps as an owner and guests, and compares the server with a small model. `GUEST_UPLOAD_STEPS` sets
 * the number of steps, and `GUEST_UPLOAD_SEED` repeats a run.
 */
const stepCount = Number(process.env.GUEST_UPLOAD_STEPS ?? 40)
const seed = Number(process.env.GUEST_UPLOAD_SEED ?? Date.now() % 2 ** 31)

const { server, build } = useServer({ defaultPlan: 'gold', logLevel: 'silent' })
const { add, aCollectingLink, aGuest } = createGuestUploads(server)

type Photo = { id: string; guest: number | undefined; state: 'shown' | 'waiting'; isHere: boolean; file: string }

test(`random steps match the model (seed ${seed})`, async () => {
  const { random } = createRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const one = <T>(items: T[]) => items[below(items.length)]
  const limit = 12
  const perGuest = 5
  const link = await aCollectingLink({ guestUploadLimit: limit, uploadLimitPerGuest: perGuest })
  const elsewhere = await build.aLink({ owner: link.owner })
  const token = await build.aSession(link.owner)
  const asOwner = { token }
  const change = (fields: object) => server.put(`/api/links/${link._id}`, fields, asOwner)

  let photos: Photo[] = []
  const settings = { guestUploads: 'everyone', approveUploads: true, visitorsSee: 'all', isPrivate: false }
  const guests: { id: string; pass: string; isBlocked: boolean }[] = []
  const fileOf = (url: string) => /\/([^/?]+)(\?|$)/.exec(url)?.[1] ?? ''
  const record = (image: { _id: string; state: Photo['state']; thumbnailUrl: string }, guest: number | undefined) =>
    photos.push({ id: image._id, guest, state: image.state, isHere: true, file: fileOf(image.thumbnailUrl) })
  for (let n = 0; n < 3; n++) {
    const { pass, image } = await aGuest(link, { name: `Guest ${n}` })
    guests.push({ id: '', pass, isBlocked: false })
    record(image, n)
    const { addedBy } = (await server.get(`/api/images/${image._id}`, asOwner)).body.data
    Object.assign(guests[n] ?? {}, { id: addedBy._id })
  }
  const ofGuest = (n: number) => photos.filter(({ guest, isHere }) => isHere && guest === n)
  const ofGuests = () => photos.filter(({ guest, isHere }) => isHere && guest !== undefined)
  const shown = () => photos.filter(({ state, isHere }) => isHere && state === 'shown')
  const waiting = () => photos.filter(({ state, isHere }) => isHere && state === 'waiting')
  const decide = (how: 'approve' | 'reject', body: object) =>
    server.post(`/api/links/${link._id}/guest-uploads/${how}`, body, asOwner)
  const drop = (gone: Photo[]) => {
    photos = photos.filter((photo) => !gone.includes(photo))
  }
  /** Approved images are appended in order of arrival. */
  const show = (approved: Photo[]) => {
    drop(approved)
    photos.push(...approved.map((photo) => ({ ...photo, state: 'shown' as const })))
  }

  const actions: Record<string, () => Promise<unknown>> = {
    async add() {
      const n = below(3)
      const guest = guests[n]
      const { status, body } = await add(link, { pass: guest?.pass ?? '' })
      const expected = settings.isPrivate
        ? 'LINK_PRIVATE'
        : guest?.isBlocked || settings.guestUploads === 'off'
          ? 'UPLOADS_OFF'
          : ofGuest(n).length >= perGuest
            ? 'UPLOAD_LIMIT'
            : ofGuests().length >= limit
              ? 'GALLERY_FULL'
              : settings.approveUploads
                ? 'waiting'
                : 'shown'
      expect(status === 201 ? body.data.state : body.code).toBe(expected)
      if (status === 201) record(body.data, n)
    },
    async addAsOwner() {
      if (photos.length > 25) return
      const { body } = await add(link, { token })
      record(body.data, undefined)
    },
    async decideSome() {
      const some = waiting().filter(() => random() < 0.5)
      const how = one(['approve', 'reject'] as const) ?? 'approve'
      const imageIds = [...some.map(({ id }) => id), 'unknown']
      expect((await decide(how, { imageIds })).body.data).toEqual({ done: some.length, skipped: 1 })
      if (how === 'approve') show(some)
      else drop(some)
    },
    async decideByGuest() {
      const n = below(3)
      const some = waiting().filter(({ guest }) => guest === n)
      const how = one(['approve', 'reject'] as const) ?? 'approve'
      expect((await decide(how, { guestId: guests[n]?.id })).body.data.done).toBe(some.length)
      if (how === 'approve') show(some)
      else drop(some)
    },
    async approveAll() {
      expect((await decide('approve', { until: '2100-01-01T00:00:00Z' })).body.data.done).toBe(waiting().length)
      show(waiting())
    },
    async takeBack() {
      const photo = one(ofGuests())
      if (!photo) return
      const pass = guests[photo.guest ?? 0]?.pass ?? ''
      expect((await server.del(`/api/images/${photo.id}`, undefined, withPass(pass))).status).toBe(200)
      drop([photo])
    },
    async takeBackOfOthers() {
      const photo = one(ofGuests())
      const pass = guests[((photo?.guest ?? 0) + 1) % 3]?.pass ?? ''
      if (photo) expect((await server.del(`/api/images/${photo.id}`, undefined, withPass(pass))).status).toBe(401)
    },
    async removeAsOwner() {
      const photo = one(photos)
      if (!photo) return
      expect((await server.del(`/api/images/${photo.id}`, undefined, asOwner)).status).toBe(200)
      drop([photo])
    },
    async move() {
      const photo = one(photos.filter(({ isHere }) => isHere))
      if (!photo) return
      const body = { action: 'move', imageIds: [photo.id], linkId: elsewhere._id }
      const { status } = await server.post('/api/images/bulk', body, asOwner)
      expect(status).toBe(photo.state === 'waiting' ? 400 : 200)
      if (status === 200) Object.assign(photo, { isHere: false, guest: undefined })
    },
    async block() {
      const guest = one(guests)
      if (!guest) return
      guest.isBlocked = !guest.isBlocked
      await server.put(`/api/guests/${guest.id}`, { isBlocked: guest.isBlocked }, asOwner)
    },
    async changeSettings() {
      settings.guestUploads = one(['everyone', 'everyone', 'off']) ?? 'off'
      settings.approveUploads = random() < 0.6
      settings.visitorsSee = one(['all', 'all', 'own']) ?? 'all'
      settings.isPrivate = random() < 0.15
      await change(settings)
    },
  }

  async function check() {
    const ids = (of: Photo[]) => of.map(({ id }) => id)
    const { data: owned } = (await server.get(`/api/links/${link._id}`, asOwner)).body
    expect(ids(owned.images.map(({ _id }: { _id: string }) => ({ id: _id })))).toEqual(ids(shown()))
    expect(owned).toMatchObject({ imageCount: shown().length, uploadsWaiting: waiting().length })
    expect(owned.coverImage?._id).toBe(shown()[0]?.id)
    const queue = (await server.get(`/api/links/${link._id}/guest-uploads`, asOwner)).body
    expect(queue.data.map(({ _id }: { _id: string }) => _id)).toEqual(ids(waiting()))
    const people = (await server.get(`/api/links/${link._id}/guests`, asOwner)).body.data
    for (const [n, { id, isBlocked }] of guests.entries()) {
      const counted = { isBlocked, waiting: 0, shown: 0 }
      for (const { state } of ofGuest(n)) counted[state]++
      expect(people.find(({ _id }: { _id: string }) => _id === id)).toMatchObject(counted)
    }
    const usage = server.db.selectFrom('usage').select('images').where('user_id', '=', link.owner.id)
    expect(await usage.executeTakeFirst()).toEqual({ images: photos.length })

    const isOpen = !settings.isPrivate
    const seesAll = isOpen && settings.visitorsSee === 'all'
    const visitor = await server.get(`/api/links/slug/${link.slug}`)
    expect(visitor.status).toBe(isOpen ? 200 : 403)
    if (isOpen) expect(visitor.body.data.imageCount).toBe(seesAll ? shown().length : 0)
    const zip = (await server.get(`/api/links/slug/${link.slug}/download`)).status
    expect(zip).toBe(!seesAll ? 403 : shown().length === 0 ? 404 : 200)
    const photo = one(photos.filter(({ isHere }) => isHere))
    if (photo) {
      const isHidden = photo.state === 'waiting' || (isOpen && !seesAll)
      const expected = isHidden ? 404 : isOpen ? 200 : 403
      for (const url of [
        `/api/images/${photo.id}`,
        `/media/${photo.id}/${photo.file}`,
        `/media/${photo.id}/card.jpg`,
      ]) {
        expect((await server.get(url)).status, url).toBe(expected)
      }
    }
    const n = below(3)
    const mine = await server.get(`/api/links/slug/${link.slug}/my-uploads`, withPass(guests[n]?.pass ?? ''))
    if (!isOpen) expect(mine.status).toBe(403)
    else {
      const own = mine.body.data.images as { _id: string; state: string; thumbnailUrl: string }[]
      expect(own.map(({ _id, state }) => `${_id} ${state}`).sort()).toEqual(
        ofGuest(n)
          .map(({ id, state }) => `${id} ${state}`)
          .sort(),
      )
      const [first] = own
      if (first) expect((await server.get(first.thumbnailUrl)).status).toBe(200)
    }
  }

  const names = Object.keys(actions)
  const history: string[] = []
  for (let step = 0; step < stepCount; step++) {
    const name = one([...names, 'add', 'add', 'add', 'decideSome']) ?? 'add'
    history.push(name)
    try {
      await actions[name]?.()
      await check()
    } catch (error) {
      throw new Error(`step ${step} with seed ${seed}: ${history.slice(-8).join(', ')}`, { cause: error })
    }
  }
}, 600_000)
