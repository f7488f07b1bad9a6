import { expect } from 'vitest'
import type { Person } from './builders.ts'
import { addedBy, closedAnswer, type Guest, isClosedTo, type Model, type Photo } from './guest-upload-model.ts'
import { withPass } from './link-access.ts'
import type { Answer } from './server.ts'
import { readZip } from './zip-reader.ts'

type Look = Pick<Answer, 'status' | 'body'>

const ids = (photos: { id?: string; _id?: string }[]) => photos.map(({ id, _id }) => id ?? _id)

/** Compares what the owner, a visitor and the live wall see with the model. */
export function createGuestUploadChecks(server: { origin: string; owner: Person; anAddress: () => string }) {
  const { origin, owner, anAddress } = server

  async function look(path: string, who: Guest | Person | undefined): Promise<Look> {
    const headers: Record<string, string> = { 'x-forwarded-for': anAddress() }
    if (who && 'token' in who) headers.authorization = `Bearer ${who.token}`
    else if (who?.passes) Object.assign(headers, withPass(who.passes).headers)
    const answer = await fetch(origin + path, { headers, redirect: 'manual' })
    const type = answer.headers.get('content-type') ?? ''
    const text = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, body: type.includes('json') ? JSON.parse(text.toString()) : text }
  }

  async function checkOwner(model: Model) {
    const { link, shown, waiting } = model
    const { body } = await look(`/api/links/${link._id}`, owner)
    expect({
      images: ids(body.data.images),
      count: body.data.imageCount,
      waiting: body.data.uploadsWaiting,
      cover: body.data.coverImage?._id ?? null,
    }).toEqual({ images: ids(shown), count: shown.length, waiting: waiting.length, cover: shown[0]?.id ?? null })
    const queue = await look(`/api/links/${link._id}/guest-uploads`, owner)
    expect({ images: ids(queue.body.data), waiting: queue.body.waiting }).toEqual({
      images: ids(waiting),
      waiting: waiting.length,
    })
    const { body: listed } = await look(`/api/links/${link._id}/guests`, owner)
    for (const guest of listed.data) {
      const who = model.guests.findIndex(({ id }) => id === guest._id)
      const own = addedBy(model, who)
      expect({ waiting: guest.waiting, shown: guest.shown }).toEqual({
        waiting: own.filter(({ state }) => state === 'waiting').length,
        shown: own.filter(({ state }) => state === 'shown').length,
      })
    }
    const { body: choices } = await look(`/api/links/${link._id}/choices`, owner)
    const chosen: string[] = choices.data.flatMap(({ imageIds }: { imageIds: string[] }) => imageIds)
    expect(chosen.toSorted()).toEqual(model.guests.flatMap(({ favorites }) => [...favorites]).toSorted())
  }

  /** The wall has its own token, so it shows all images whatever the link's door is. */
  async function checkWall({ wall, shown, isExpired }: Model) {
    const { status, body } = await look(`/api${wall}`, undefined)
    if (isExpired) return expect([status, body.code]).toEqual([410, 'LINK_EXPIRED'])
    expect(new Set(ids(body.data.images))).toEqual(new Set(ids(shown)))
    const [newest] = body.data.images
    if (newest) expect((await look(newest.thumbnailUrl, undefined)).status).toBe(200)
  }

  async function checkGallery(model: Model, who: number | undefined) {
    const { link, shown, waiting, gone, visitorsSee } = model
    const guest = who === undefined ? undefined : model.guests[who]
    const gallery = await look(`/api/links/slug/${link.slug}`, guest)
    const page = await look(`/links/${link.slug}`, guest)
    const zip = await look(`/api/links/slug/${link.slug}/download`, guest)
    const visible = visitorsSee === 'all' ? shown : []
    const hidden = [...waiting, ...gone, ...(visitorsSee === 'all' ? [] : shown)]
    for (const { id } of hidden) expect(page.body.toString()).not.toContain(id)
    const closed = closedAnswer(model, guest)
    if (closed) {
      const { status } = closed
      expect([gallery.status, gallery.body.code, page.status, zip.status]).toEqual([
        status,
        closed.code,
        status,
        status,
      ])
      return
    }
    expect([gallery.status, page.status]).toEqual([200, 200])
    for (const { id } of visible) expect(page.body.toString()).toContain(id)
    const { images, imageCount, coverImage, adding } = gallery.body.data
    expect({ images: ids(images), imageCount, cover: coverImage?._id ?? null }).toEqual({
      images: ids(visible),
      imageCount: visible.length,
      cover: visible[0]?.id ?? null,
    })
    expect(adding !== null).toBe(model.isOn && !model.isClosed && !guest?.isBlocked)
    expect(JSON.stringify(gallery.body)).not.toMatch(/uploadsWaiting|guestUploadLimit|uploadLimitPerGuest/)
    expect(zip.status).toBe(visitorsSee === 'own' ? 403 : shown.length > 0 ? 200 : 404)
    if (zip.status === 200) expect(readZip(zip.body)).toHaveLength(shown.length)
    const mine = await look(`/api/links/slug/${link.slug}/my-uploads`, guest)
    const own = who === undefined ? [] : addedBy(model, who)
    expect(new Set(ids(mine.body.data.images))).toEqual(new Set(ids(own)))
    const favorites = await look(`/api/links/slug/${link.slug}/choice`, guest)
    if (visitorsSee === 'all') {
      expect(favorites.body.data.imageIds.toSorted()).toEqual([...(guest?.favorites ?? [])].toSorted())
    }
  }

  async function checkPhoto(model: Model, photo: Photo, who: number | undefined) {
    const guest = who === undefined ? undefined : model.guests[who]
    const isGone = model.gone.includes(photo)
    const closed = closedAnswer(model, guest)
    const isHidden = photo.state === 'waiting' || model.visitorsSee === 'own'
    const isOwn = who !== undefined && photo.guest === who
    const mayOpen = !isGone && !closed && (!isHidden || isOwn)
    const { status, body } = await look(`/api/images/${photo.id}`, guest)
    const allowed = mayOpen ? [200] : closed && !isGone ? [closed.status, 404] : [404]
    expect(allowed, `${photo.state} image, ${who === undefined ? 'stranger' : `guest ${who}`}`).toContain(status)
    const isPlainOpen = !isGone && !isClosedTo(model, undefined) && !isHidden
    expect((await look(photo.plainUrl, guest)).status === 200).toBe(isPlainOpen)
    if (mayOpen) {
      expect((await look(body.data.thumbnailUrl, undefined)).status).toBe(200)
      expect(body.data.isOwn === true).toBe(isOwn)
    }
    return isPlainOpen
  }

  return {
    checkOwner,
    checkWall,

    /** `which` selects the photo whose card is requested, because making one takes a while. */
    async checkVisitor(model: Model, who: number | undefined, which: number) {
      await checkGallery(model, who)
      const photos = [...model.shown, ...model.waiting, ...model.gone.slice(-3)]
      for (const [n, photo] of photos.entries()) {
        const isOpen = await checkPhoto(model, photo, who)
        if (n !== which % photos.length) continue
        expect((await look(`/media/${photo.id}/card.jpg`, undefined)).status === 200).toBe(isOpen)
      }
    },
  }
}
