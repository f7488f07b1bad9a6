// @engine sqlite
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../support/builders.ts'
import { createGuestUploadChecks } from '../support/guest-upload-checks.ts'
import {
  addedBy,
  closedAnswer,
  type Guest,
  isClosedTo,
  leave,
  lockOut,
  type Model,
  newModel,
  show,
} from '../support/guest-upload-model.ts'
import { createGuestUploads } from '../support/guest-uploads.ts'
import { createLinkAccess, withPass } from '../support/link-access.ts'
import { aPicture } from '../support/pictures.ts'
import type { Answer } from '../support/server.ts'
import { useServer } from '../support/use-server.ts'
import { useWebApp } from '../support/web-app.ts'

/**
 * Performs random actions as an owner and two guests, and compares everything they and a stranger see with a small model.
 * `GUEST_WALKS` sets the number of walks of 20 steps each, and `GUEST_SEED` repeats a run.
 */
const walks = Number(process.env.GUEST_WALKS ?? 6)
const seed = Number(process.env.GUEST_SEED ?? Date.now() % 2 ** 31)

const { server, build } = useServer({ defaultPlan: 'gold', logLevel: 'silent' }, useWebApp())
const { add: send } = createGuestUploads(server)
const { unlock } = createLinkAccess(server)
let origin = ''
let owner: Person
let otherLinkId = ''

// Use a real connection, because injected requests always go through Fastify.
beforeAll(async () => {
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  owner = await build.aUser()
  otherLinkId = (await build.aLink({ owner, isPrivate: true }))._id
})
afterAll(() => server.app.server.closeAllConnections())

let pictures = 0
const aNewPicture = () => aPicture({ seed: ++pictures, width: 48, height: 32 }).jpeg().toBuffer()

const ofOwner = () => ({ token: owner.token })
const asGuest = ({ passes }: Guest) => ({ ...(passes && withPass(passes)), from: build.anAddress() })
const passesIn = (setCookie: unknown) => /^framelight_pass=([\w.-]+)/.exec(String(setCookie))?.[1]

/** Browsers keep the newest cookie. */
function keepPasses(guest: Guest, { headers }: Pick<Answer, 'headers'>) {
  guest.passes = passesIn(headers['set-cookie']) ?? guest.passes
}

const change = ({ link }: Model, fields: object) => server.put(`/api/links/${link._id}`, fields, ofOwner())

/** Each function performs an action and updates the model. `which` selects a photo. */
const actions: Record<string, (model: Model, who: number, which: number) => Promise<unknown>> = {
  async add(model, who) {
    const guest = model.guests[who] as Guest
    const bytes = await aNewPicture()
    const answer = await send(model.link, { ...asGuest(guest), bytes })
    const { status, body } = answer
    const closed = closedAnswer(model, guest)
    if (closed) return expect({ status, code: body.code }).toEqual(closed)
    if (!model.isOn || model.isClosed || guest.isBlocked) {
      return expect({ status, code: body.code }).toEqual({ status: 403, code: 'UPLOADS_OFF' })
    }
    if (addedBy(model, who).length >= model.limitPerGuest) {
      return expect({ status, code: body.code }).toEqual({ status: 403, code: 'UPLOAD_LIMIT' })
    }
    const state = model.needsApproval ? 'waiting' : 'shown'
    expect({ status, state: body.data?.state }).toEqual({ status: 201, state })
    keepPasses(guest, answer)
    const [plainUrl = ''] = body.data.thumbnailUrl.split('?')
    model[state].push({ id: body.data._id, guest: who, state, bytes, plainUrl })
    if (!guest.id) {
      const { body: listed } = await server.get(`/api/links/${model.link._id}/guests`, ofOwner())
      const known = model.guests.map(({ id }) => id)
      guest.id = listed.data.find(({ _id }: { _id: string }) => !known.includes(_id))?._id
    }
  },
  async addAgain(model, who, which) {
    const guest = model.guests[who] as Guest
    const own = addedBy(model, who)
    const photo = own[which % own.length]
    if (!photo || isClosedTo(model, guest) || !model.isOn || model.isClosed || guest.isBlocked) return
    if (own.length >= model.limitPerGuest) return
    const { status, body } = await send(model.link, { ...asGuest(guest), bytes: photo.bytes })
    expect({ status, id: body.data?._id, isRepeat: body.data?.isRepeat }).toEqual({
      status: 200,
      id: photo.id,
      isRepeat: true,
    })
  },
  async addAsOwner(model) {
    const bytes = await aNewPicture()
    const { body } = await build.anUpload({ link: { ...model.link, owner }, bytes })
    const [plainUrl = ''] = body.data.thumbnailUrl.split('?')
    model.shown.push({ id: body.data._id, guest: null, state: 'shown', bytes, plainUrl })
  },
  async approve(model, _who, which) {
    const photo = model.waiting[which % model.waiting.length]
    const imageIds = [photo?.id ?? 'unknown', ...model.gone.slice(0, 1).map(({ id }) => id)]
    const { body } = await decide(model, 'approve', { imageIds })
    expect(body.data).toEqual({ done: photo ? 1 : 0, skipped: imageIds.length - (photo ? 1 : 0) })
    if (photo) show(model, [photo])
  },
  async approveAll(model) {
    const { body } = await decide(model, 'approve', { until: new Date(Date.now() + 60_000).toISOString() })
    expect(body.data).toEqual({ done: model.waiting.length, skipped: 0 })
    show(model, [...model.waiting])
  },
  async reject(model, _who, which) {
    const photo = model.waiting[which % model.waiting.length]
    if (!photo) return
    await decide(model, 'reject', { imageIds: [photo.id] })
    leave(model, photo)
  },
  async rejectAllOf(model, who) {
    const { id } = model.guests[who] as Guest
    if (!id) return
    const theirs = model.waiting.filter((photo) => photo.guest === who)
    const { body } = await decide(model, 'reject', { guestId: id })
    expect(body.data).toEqual({ done: theirs.length, skipped: 0 })
    for (const photo of theirs) leave(model, photo)
  },
  async takeBack(model, who, which) {
    const guest = model.guests[who] as Guest
    const own = addedBy(model, who)
    const photo = own[which % own.length]
    if (!photo || isClosedTo(model, guest)) return
    const { status } = await server.del(`/api/images/${photo.id}`, undefined, asGuest(guest))
    expect(status).toBe(200)
    leave(model, photo)
  },
  async takeBackAnothers(model, who, which) {
    const others = [...model.shown, ...model.waiting].filter((photo) => photo.guest !== who)
    const photo = others[which % others.length]
    if (!photo) return
    const { status } = await server.del(`/api/images/${photo.id}`, undefined, asGuest(model.guests[who] as Guest))
    expect([401, 403, 404]).toContain(status)
  },
  async block(model, who, which) {
    const guest = model.guests[who] as Guest
    if (!guest.id) return
    guest.isBlocked = which % 2 === 0
    await server.put(`/api/guests/${guest.id}`, { isBlocked: guest.isBlocked }, ofOwner())
  },
  async remove(model, _who, which) {
    const photo = model.shown[which % model.shown.length]
    if (!photo) return
    await server.del(`/api/images/${photo.id}`, undefined, ofOwner())
    leave(model, photo)
  },
  async move(model, _who, which) {
    const photo = model.shown[which % model.shown.length]
    if (!photo) return
    const moved = { action: 'move', imageIds: [photo.id], linkId: otherLinkId }
    await server.post('/api/images/bulk', moved, ofOwner())
    leave(model, photo)
    await server.del(`/api/images/${photo.id}`, undefined, ofOwner())
  },
  async turnOnOrOff(model, _who, which) {
    model.isOn = which % 3 > 0
    await change(model, { guestUploads: model.isOn ? 'everyone' : 'off' })
  },
  async closeOrOpen(model, _who, which) {
    model.isClosed = which % 3 === 0
    // A date in the past can't be set, so the walk changes the row.
    await server.db
      .updateTable('links')
      .set({ uploads_close_at: model.isClosed ? '2020-01-01T00:00:00.000Z' : null })
      .where('id', '=', model.link._id)
      .execute()
    server.services.invalidation.invalidate(model.link._id)
  },
  async askForApproval(model, _who, which) {
    model.needsApproval = which % 2 === 0
    await change(model, { approveUploads: model.needsApproval })
  },
  async showAllOrOwn(model, _who, which) {
    model.visitorsSee = which % 2 === 0 ? 'own' : 'all'
    await change(model, { visitorsSee: model.visitorsSee, revealAt: null })
  },
  async reveal(model) {
    if (model.visitorsSee === 'all') return
    await server.db
      .updateTable('links')
      .set({ reveal_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', model.link._id)
      .execute()
    server.services.invalidation.invalidate(model.link._id)
    model.visitorsSee = 'all'
  },
  async makePrivateOrPublic(model, _who, which) {
    model.isPrivate = which % 3 === 0
    if (model.isPrivate) lockOut(model)
    await change(model, { isPrivate: model.isPrivate })
  },
  async setOrRemovePassword(model, _who, which) {
    model.password = which % 2 === 0 ? `secret ${which}` : null
    lockOut(model)
    await change(model, { password: model.password })
  },
  async expireOrExtend(model, _who, which) {
    model.isExpired = which % 3 === 0
    // A date in the past can't be set, so the walk changes the row.
    await server.db
      .updateTable('links')
      .set({ expires_at: model.isExpired ? '2020-01-01T00:00:00.000Z' : null })
      .where('id', '=', model.link._id)
      .execute()
    server.services.invalidation.invalidate(model.link._id)
  },
  async unlock(model, who) {
    const guest = model.guests[who] as Guest
    if (model.isExpired || model.isPrivate || model.password === null) return
    const answer = await unlock(model.link, model.password, build.anAddress(), asGuest(guest).headers)
    keepPasses(guest, answer)
    guest.isUnlocked = true
  },
  async favorite(model, who, which) {
    const guest = model.guests[who] as Guest
    const photos = [...model.shown, ...model.waiting]
    const photo = photos[which % photos.length]
    if (!photo) return
    const chosen = which % 4 > 0
    const answer = await server.put(`/api/images/${photo.id}/choice`, { chosen }, asGuest(guest))
    const isOpen = !isClosedTo(model, guest) && photo.state === 'shown' && model.visitorsSee === 'all'
    expect(answer.status === 200).toBe(isOpen)
    if (!isOpen) return
    keepPasses(guest, answer)
    if (chosen) guest.favorites.add(photo.id)
    else guest.favorites.delete(photo.id)
  },
  async changeLimit(model, _who, which) {
    model.limitPerGuest = 1 + (which % 6)
    await change(model, { uploadLimitPerGuest: model.limitPerGuest })
  },
}

const decide = ({ link }: Model, decision: 'approve' | 'reject', body: object) =>
  server.post(`/api/links/${link._id}/guest-uploads/${decision}`, body, ofOwner())

const step = fc.record({
  action: fc.constantFrom(...Object.keys(actions), 'add', 'add', 'add', 'approve'),
  who: fc.nat({ max: 1 }),
  which: fc.nat({ max: 60_000 }),
})

async function walk(steps: { action: string; who: number; which: number }[]) {
  const link = await build.aLink({ owner, guestUploads: 'everyone', choosing: 'on' })
  const { body } = await server.put(`/api/links/${link._id}/live-wall`, { isOn: true }, ofOwner())
  const model = newModel(link, new URL(body.data.url).pathname)
  const { checkOwner, checkVisitor, checkWall } = createGuestUploadChecks({ origin, owner, anAddress: build.anAddress })
  for (const { action, who, which } of steps) {
    await actions[action]?.(model, who, which)
    await checkOwner(model)
    await checkVisitor(model, [undefined, 0, 1][which % 3], which)
    await checkWall(model)
  }
  await server.del(`/api/links/${link._id}`, undefined, ofOwner())
}

const stepsOfWalk = 20

/** Each test runs one batch, to show progress in long runs. */
const portionSize = 50
const portions = Array.from({ length: Math.ceil(walks / portionSize) }, (_, n) => ({
  numRuns: Math.min(portionSize, walks - n * portionSize),
  seed: seed + n,
}))

test.each(portions)(
  'the server and the model agree in $numRuns random walks (seed $seed)',
  { timeout: portionSize * 60_000 },
  (portion) =>
    fc.assert(fc.asyncProperty(fc.array(step, { minLength: stepsOfWalk, maxLength: stepsOfWalk }), walk), {
      ...portion,
      endOnFailure: true,
    }),
)
