import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { bytesOf, isFileName, keyOf } from '#server/features/images/image-files.ts'
import { createInspectionRepository } from '#server/features/images/inspection.repository.ts'
import { inspect } from '#server/features/images/inspection.service.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import type { Image } from '#shared/images.ts'
import type { Person } from '../support/builders.ts'
import { findFaults } from '../support/pictures.ts'
import { waitForRemovals } from '../support/removals.ts'
import { useServer } from '../support/use-server.ts'

/**
 * Uploads, copies, moves, files, deletes and restores images at random, and compares galleries, files, trash and counters
 * with a small model. `IMAGE_WALKS` sets the number of walks of about 25 steps each, and `IMAGE_SEED` repeats a run.
 */
const walks = Number(process.env.IMAGE_WALKS ?? 4)
const seed = Number(process.env.IMAGE_SEED ?? Date.now() % 2 ** 31)

const { server, build } = useServer({ defaultPlan: 'gold', logLevel: 'silent' })

type Link = { id: string; isPrivate: boolean; sections: string[]; isTrashed: boolean }
type Photo = {
  id: string
  /** The same for all copies of an upload. */
  folder: string
  link: Link
  section: string | null
  position: number
  isTrashed: boolean
  url: string
}
type Model = { owner: Person; links: Link[]; photos: Photo[]; sizes: Map<string, number>; nextPosition: number }

const asOwner = ({ owner }: Model) => ({ token: owner.token })
const isLive = (photo: Photo) => !photo.isTrashed && !photo.link.isTrashed
const livePhotos = ({ photos }: Model) => photos.filter(isLive)
const openLinks = ({ links }: Model) => links.filter((link) => !link.isTrashed)
const idsOf = (photos: Photo[]) => photos.map(({ id }) => id)

function pick<T>(list: T[], which: number): T | undefined {
  return list[which % list.length]
}

/** Takes up to three items, in an order that depends on `which`. */
function pickSome<T>(list: T[], which: number) {
  const first = list.length === 0 ? 0 : which % list.length
  const some = [...list.slice(first), ...list.slice(0, first)].slice(0, 1 + (which % 3))
  return which % 2 === 0 ? some : some.reverse()
}

const placeOf = ({ link, section }: Photo) => (section === null ? 0 : link.sections.indexOf(section) + 1)
const inOrder = (photos: Photo[]) =>
  photos.toSorted((one, other) => placeOf(one) - placeOf(other) || one.position - other.position)

const sectionIn = (link: Link, which: number) => pick([null, ...link.sections], which >> 3) ?? null

async function change(model: Model, body: object) {
  const { status, body: answer } = await server.post('/api/images/bulk', body, asOwner(model))
  expect({ status, error: answer.error }).toEqual({ status: 200, error: undefined })
  return answer.data as { done: number; imageIds: string[] }
}

async function urlOf(model: Model, id: string) {
  const { body } = await server.get(`/api/images/${id}`, asOwner(model))
  return (body.data as Image).thumbnailUrl.split('?')[0] ?? ''
}

function forget(model: Model, isGone: (photo: Photo) => boolean) {
  model.photos = model.photos.filter((photo) => !isGone(photo))
}

/** Each function performs an action and updates the model. */
const actions: Record<string, (model: Model, which: number) => Promise<unknown>> = {
  async upload(model, which) {
    const link = pick(openLinks(model), which)
    if (!link) return
    const { _id: id } = await build.anImage({ link: { _id: link.id, owner: model.owner } })
    const row = await server.db.selectFrom('images').select('bytes').where('id', '=', id).executeTakeFirstOrThrow()
    model.sizes.set(id, Number(row.bytes))
    const photo = { id, folder: id, link, section: null, position: model.nextPosition++, isTrashed: false }
    model.photos.push({ ...photo, url: await urlOf(model, id) })
  },
  async copy(model, which) {
    const link = pick(openLinks(model), which)
    const sources = pickSome(
      livePhotos(model).filter((photo) => photo.link !== link),
      which,
    )
    if (!link || sources.length === 0) return
    const section = sectionIn(link, which)
    const body = { action: 'copy', imageIds: idsOf(sources), linkId: link.id, sectionId: section }
    const { done, imageIds } = await change(model, body)
    expect([done, imageIds.length]).toEqual([sources.length, sources.length])
    for (const [index, { folder }] of sources.entries()) {
      const id = imageIds[index] ?? ''
      const photo = { id, folder, link, section, position: model.nextPosition++, isTrashed: false }
      model.photos.push({ ...photo, url: await urlOf(model, id) })
    }
  },
  async move(model, which) {
    const link = pick(openLinks(model), which)
    const moving = pickSome(livePhotos(model), which >> 2)
    if (!link || moving.length === 0) return
    const section = which % 2 === 0 ? undefined : sectionIn(link, which)
    await change(model, { action: 'move', imageIds: idsOf(moving), linkId: link.id, sectionId: section })
    for (const photo of moving) {
      const stays = photo.link === link && (section === undefined || photo.section === section)
      if (!stays) Object.assign(photo, { link, section: section ?? null, position: model.nextPosition++ })
    }
  },
  async file(model, which) {
    const link = pick(openLinks(model), which)
    const filed = pickSome(
      livePhotos(model).filter((photo) => photo.link === link),
      which,
    )
    if (!link || filed.length === 0) return
    const section = sectionIn(link, which)
    await change(model, { action: 'section', imageIds: idsOf(filed), sectionId: section })
    for (const photo of filed) {
      if (photo.section !== section) Object.assign(photo, { section, position: model.nextPosition++ })
    }
  },
  async addSection(model, which) {
    const link = pick(openLinks(model), which)
    if (!link) return
    const { body } = await server.post(`/api/links/${link.id}/sections`, { title: 'Coast' }, asOwner(model))
    link.sections.push(body.data._id)
  },
  async removeSection(model, which) {
    const link = pick(openLinks(model), which)
    const section = link && pick(link.sections, which >> 2)
    if (!section) return
    await server.del(`/api/sections/${section}`, undefined, asOwner(model))
    link.sections = link.sections.filter((other) => other !== section)
    for (const photo of model.photos) if (photo.section === section) photo.section = null
  },
  async remove(model, which) {
    const removed = pickSome(livePhotos(model), which)
    if (removed.length === 0) return
    await change(model, { action: 'delete', imageIds: idsOf(removed) })
    for (const photo of removed) photo.isTrashed = true
  },
  async removeForever(model, which) {
    const photo = pick(livePhotos(model), which)
    if (!photo) return
    await server.del(`/api/images/${photo.id}?forever=true`, undefined, asOwner(model))
    forget(model, (other) => other === photo)
  },
  async restore(model, which) {
    const restored = pickSome(
      model.photos.filter(({ isTrashed }) => isTrashed),
      which,
    )
    if (restored.length === 0) return
    const { status } = await server.post('/api/trash/restore', { imageIds: idsOf(restored) }, asOwner(model))
    const isPossible = restored.every(({ link }) => !link.isTrashed)
    expect(status).toBe(isPossible ? 200 : 400)
    if (isPossible) for (const photo of restored) photo.isTrashed = false
  },
  async empty(model, which) {
    const gone = pickSome(
      model.photos.filter(({ isTrashed }) => isTrashed),
      which,
    )
    if (gone.length === 0) return
    await server.del('/api/trash', { imageIds: idsOf(gone) }, asOwner(model))
    forget(model, (photo) => gone.includes(photo))
  },
  async removeLink(model, which) {
    const link = pick(openLinks(model), which)
    if (!link || openLinks(model).length === 1) return
    await server.del(`/api/links/${link.id}`, undefined, asOwner(model))
    link.isTrashed = true
  },
  async restoreLink(model, which) {
    const link = pick(
      model.links.filter(({ isTrashed }) => isTrashed),
      which,
    )
    if (!link) return
    await server.post('/api/trash/restore', { linkIds: [link.id] }, asOwner(model))
    link.isTrashed = false
  },
  async emptyLink(model, which) {
    const link = model.links.find(({ isTrashed }) => isTrashed)
    if (!link || which % 2 === 0) return
    await server.del('/api/trash', { linkIds: [link.id] }, asOwner(model))
    forget(model, (photo) => photo.link === link)
    model.links = model.links.filter((other) => other !== link)
  },
  async changeDoor(model, which) {
    const link = pick(openLinks(model), which)
    if (!link) return
    link.isPrivate = !link.isPrivate
    await server.put(`/api/links/${link.id}`, { isPrivate: link.isPrivate }, asOwner(model))
  },
}

async function checkLink(model: Model, link: Link) {
  const { body } = await server.get(`/api/links/${link.id}`, asOwner(model))
  const { images, imageCount, sections, coverImage } = body.data
  const shown = inOrder(livePhotos(model).filter((photo) => photo.link === link))
  expect(images.map((image: Image) => [image._id, image.sectionId ?? null])).toEqual(
    shown.map(({ id, section }) => [id, section]),
  )
  expect(imageCount).toBe(shown.length)
  expect(sections.map((section: { _id: string; imageCount: number }) => [section._id, section.imageCount])).toEqual(
    link.sections.map((id) => [id, shown.filter(({ section }) => section === id).length]),
  )
  expect(coverImage === null).toBe(shown.length === 0)
  if (coverImage) expect(idsOf(shown)).toContain(coverImage._id)
}

async function checkCounters(model: Model) {
  const usage = await server.db
    .selectFrom('usage')
    .selectAll()
    .where('user_id', '=', model.owner.id)
    .executeTakeFirstOrThrow()
  const folders = new Set(model.photos.map(({ folder }) => folder))
  expect({ links: usage.links, images: usage.images, bytes: Number(usage.bytes) }).toEqual({
    links: openLinks(model).length,
    images: livePhotos(model).length,
    bytes: [...folders].reduce((sum, folder) => sum + (model.sizes.get(folder) ?? 0), 0),
  })
  const { body } = await server.get('/api/trash?kind=image', asOwner(model))
  const { links, images } = body.totals
  expect({ links, images }).toEqual({
    links: model.links.length - openLinks(model).length,
    images: model.photos.filter(({ isTrashed }) => isTrashed).length,
  })
}

async function checkStranger(photo: Photo) {
  const expected = isLive(photo) ? (photo.link.isPrivate ? 403 : 200) : 404
  expect((await server.get(`/api/images/${photo.id}`)).status).toBe(expected)
  expect((await server.get(photo.url)).status).toBe(expected)
}

async function checkStorage() {
  await waitForRemovals(server)
  await vi.waitFor(async () => expect(await findFaults(server)).toEqual([]))
  const storage = await createDiskStorage({ dir: join(server.config.dataDir, 'pictures'), isGuest: true })
  const inspection = createInspectionRepository(server.db)
  const uploadOf = () => undefined
  const { problems } = await inspect({ inspection, storage, keyOf, bytesOf, isFileName, uploadOf })
  expect(problems).toEqual([])
}

const step = fc.record({
  action: fc.constantFrom(...Object.keys(actions), 'upload', 'copy', 'copy', 'copy', 'restore', 'restoreLink'),
  which: fc.nat({ max: 60_000 }),
})

async function walk(steps: { action: string; which: number }[]) {
  const owner = await build.aUser()
  const links: Link[] = []
  for (let n = 0; n < 3; n++) {
    links.push({ id: (await build.aLink({ owner }))._id, isPrivate: false, sections: [], isTrashed: false })
  }
  const model: Model = { owner, links, photos: [], sizes: new Map(), nextPosition: 1 }
  for (const n of [0, 1, 2]) await actions.upload?.(model, n)
  for (const { action, which } of steps) {
    await actions[action]?.(model, which)
    for (const link of openLinks(model)) await checkLink(model, link)
    await checkCounters(model)
    const seen = pick(model.photos, which)
    if (seen) await checkStranger(seen)
  }
  await checkStorage()
  for (const link of openLinks(model)) await server.del(`/api/links/${link.id}?forever=true`, undefined, asOwner(model))
  await server.del('/api/trash', { all: true, until: new Date(Date.now() + 60_000).toISOString() }, asOwner(model))
  await checkCounters({ ...model, links: [], photos: [] })
}

/** Each test runs one batch, to show progress in long runs. */
const portionSize = 50
const portions = Array.from({ length: Math.ceil(walks / portionSize) }, (_, n) => ({
  numRuns: Math.min(portionSize, walks - n * portionSize),
  seed: seed + n,
}))

test.each(portions)(
  'the server and the model agree in $numRuns random walks (seed $seed)',
  { timeout: portionSize * 60_000 },
  async (portion) => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), walk), {
      ...portion,
      endOnFailure: true,
    })
    await checkStorage()
    expect(await server.db.selectFrom('images').selectAll().execute()).toEqual([])
  },
)
