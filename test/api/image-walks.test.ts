import fc from 'fast-check'
import { expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import type { Image } from '#shared/images.ts'
import type { Person } from '../support/builders.ts'
import { createImageChecks, expectRole } from '../support/image-checks.ts'
import {
  actorOf,
  asOwner,
  forget,
  idsOf,
  type Link,
  linksOf,
  livePhotos,
  type Model,
  may,
  openLinks,
  type Photo,
  pick,
  pickSome,
  placesIn,
  sectionIn,
  trashedLinks,
  trashedPhotos,
} from '../support/image-model.ts'
import { createOrderWalks } from '../support/order-walks.ts'
import { createTeamWalks } from '../support/team-walks.ts'
import { portsForWalks } from '../support/test-ports.ts'
import { useServer } from '../support/use-server.ts'
import { useWebApp } from '../support/web-app.ts'

/**
 * An owner and two collaborators upload, copy, move, file, order, delete, restore and sweep images at random. Compares
 * galleries, pages, files, saved URLs, ZIPs, trash, roles and counters with a small model. `IMAGE_WALKS` sets the number of
 * walks, `IMAGE_STEPS` their average length, `IMAGE_ROUNDS` how many walks continue on the same account before it's
 * emptied, and `IMAGE_SEED` repeats a run.
 */
const walks = Number(process.env.IMAGE_WALKS ?? 4)
const steps = Number(process.env.IMAGE_STEPS ?? 25)
const rounds = Number(process.env.IMAGE_ROUNDS ?? 1)
const seed = Number(process.env.IMAGE_SEED ?? Date.now() % 2 ** 31)

const { server, build } = useServer(
  { defaultPlan: 'gold', logLevel: 'silent' },
  Object.assign(useWebApp(), portsForWalks()),
)
const team = createTeamWalks(server, build)
const { checkLink, checkVisitor, checkCounters, checkStranger, checkGuest, checkStorage } = createImageChecks(server)

type Change = {
  action: 'copy' | 'move' | 'section' | 'delete'
  photos: Photo[]
  link?: Link
  sectionId?: string | null
}

/** Returns undefined if the actor isn't allowed to. */
async function change(model: Model, actor: Person, { photos, link, ...rest }: Change) {
  const body = { ...rest, imageIds: idsOf(photos), linkId: link?.id }
  const { status, body: answer } = await server.post('/api/images/bulk', body, { token: actor.token })
  const isAllowed = may(model, actor, 'editor', [...linksOf(photos), ...(link ? [link] : [])])
  const refusals = rest.action === 'move' || rest.action === 'delete' ? [403] : [400, 403]
  expect(isAllowed ? [200] : refusals, `${rest.action}: ${answer.error}`).toContain(status)
  return isAllowed ? (answer.data as { done: number; imageIds: string[] }) : undefined
}

async function urlOf(model: Model, id: string) {
  const { body } = await server.get(`/api/images/${id}`, asOwner(model))
  return (body.data as Image).thumbnailUrl.split('?')[0] ?? ''
}

/** Each function performs an action and updates the model. */
const actions: Record<string, (model: Model, which: number) => Promise<unknown>> = {
  ...team.actions,
  ...createOrderWalks(server),
  async upload(model, which) {
    const link = pick(openLinks(model), which)
    if (!link) return
    const actor = actorOf(model, which)
    const { status, body } = await build.anUpload({ link: { _id: link.id, owner: actor } })
    if (!expectRole(model, actor, 'uploader', link, status)) return
    const { _id: id } = body.data as Image
    const row = await server.db.selectFrom('images').select('bytes').where('id', '=', id).executeTakeFirstOrThrow()
    model.sizes.set(id, Number(row.bytes))
    const photo = { id, folder: id, link, section: null, position: model.nextPosition++, isTrashed: false }
    const addedBy = actor === model.owner ? null : actor.name
    model.photos.push({ ...photo, addedBy, url: await urlOf(model, id) })
  },
  async copy(model, which) {
    const link = pick(openLinks(model), which)
    const sources = pickSome(
      livePhotos(model).filter((photo) => photo.link !== link),
      which,
    )
    if (!link || sources.length === 0) return
    const section = sectionIn(link, which)
    const body = { action: 'copy', photos: sources, link, sectionId: section } as const
    const made = await change(model, actorOf(model, which), body)
    if (!made) return
    const { done, imageIds } = made
    expect([done, imageIds.length]).toEqual([sources.length, sources.length])
    for (const [index, { folder, addedBy }] of sources.entries()) {
      const id = imageIds[index] ?? ''
      const photo = { id, folder, link, section, position: model.nextPosition++, isTrashed: false }
      model.photos.push({ ...photo, addedBy, url: await urlOf(model, id) })
    }
  },
  async move(model, which) {
    const link = pick(openLinks(model), which)
    const moving = pickSome(livePhotos(model), which >> 2)
    if (!link || moving.length === 0) return
    const section = which % 2 === 0 ? undefined : sectionIn(link, which)
    const body = { action: 'move', photos: moving, link, ...(section !== undefined && { sectionId: section }) } as const
    if (!(await change(model, actorOf(model, which), body))) return
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
    const body = { action: 'section', photos: filed, sectionId: section } as const
    if (!(await change(model, actorOf(model, which), body))) return
    for (const photo of filed) {
      if (photo.section !== section) Object.assign(photo, { section, position: model.nextPosition++ })
    }
  },
  async remove(model, which) {
    const removed = pickSome(livePhotos(model), which)
    if (removed.length === 0) return
    if (!(await change(model, actorOf(model, which), { action: 'delete', photos: removed }))) return
    for (const photo of removed) photo.isTrashed = true
  },
  async removeForever(model, which) {
    const photo = pick(livePhotos(model), which)
    if (!photo) return
    const actor = actorOf(model, which)
    const { status } = await server.del(`/api/images/${photo.id}?forever=true`, undefined, { token: actor.token })
    if (!expectRole(model, actor, 'editor', photo.link, status)) return
    // What editors delete stays in the owner's trash.
    if (actor === model.owner) forget(model, { photos: [photo] })
    else photo.isTrashed = true
  },
  async restore(model, which) {
    const restored = pickSome(trashedPhotos(model), which)
    if (restored.length === 0) return
    const { status } = await server.post('/api/trash/restore', { imageIds: idsOf(restored) }, asOwner(model))
    const isPossible = restored.every(({ link }) => !link.isTrashed)
    expect(status).toBe(isPossible ? 200 : 400)
    if (isPossible) for (const photo of restored) photo.isTrashed = false
  },
  async empty(model, which) {
    const gone = pickSome(trashedPhotos(model), which)
    if (gone.length === 0) return
    await server.del('/api/trash', { imageIds: idsOf(gone) }, asOwner(model))
    forget(model, { photos: gone })
  },
  async removeLink(model, which) {
    const link = pick(openLinks(model), which)
    if (!link || openLinks(model).length === 1) return
    const actor = actorOf(model, which)
    const { status } = await server.del(`/api/links/${link.id}`, undefined, { token: actor.token })
    if (expectRole(model, actor, 'owner', link, status)) link.isTrashed = true
  },
  async restoreLink(model, which) {
    const link = pick(trashedLinks(model), which)
    if (!link) return
    await server.post('/api/trash/restore', { linkIds: [link.id] }, asOwner(model))
    link.isTrashed = false
  },
  async emptyLink(model, which) {
    const [link] = trashedLinks(model)
    if (!link || which % 2 === 0) return
    await server.del('/api/trash', { linkIds: [link.id] }, asOwner(model))
    forget(model, { links: [link] })
  },
  /** Makes some of the trash old enough to be swept. */
  async sweep(model, which) {
    const photos = pickSome(trashedPhotos(model), which)
    const links = pickSome(trashedLinks(model), which >> 2).slice(which % 2)
    const old = { trashed_at: new Date(server.clock.now().getTime() - days(31)).toISOString() }
    for (const { id } of photos) await server.db.updateTable('images').set(old).where('id', '=', id).execute()
    for (const { id } of links)
      await server.db.updateTable('trashed_links').set(old).where('link_id', '=', id).execute()
    await server.services.trash.sweep()
    forget(model, { photos, links })
  },
  async changeDoor(model, which) {
    const link = pick(openLinks(model), which)
    if (!link) return
    const actor = actorOf(model, which)
    const isPrivate = !link.isPrivate
    const { status } = await server.put(`/api/links/${link.id}`, { isPrivate }, { token: actor.token })
    if (expectRole(model, actor, 'owner', link, status)) link.isPrivate = isPrivate
  },
}

const step = fc.record({
  action: fc.constantFrom(
    ...Object.keys(actions),
    'upload',
    'upload',
    'copy',
    'copy',
    'copy',
    'restore',
    'restoreLink',
    'accept',
    'accept',
  ),
  which: fc.nat({ max: 60_000 }),
})

const way = fc.array(step, { minLength: Math.ceil(steps * 0.8), maxLength: Math.floor(steps * 1.2) })

async function begin(everyone: Pick<Model, 'owner' | 'people'>) {
  const links: Link[] = []
  for (let n = 0; n < 3; n++) {
    const { _id: id, slug } = await build.aLink(everyone)
    links.push({ id, slug, isPrivate: false, sections: [], isTrashed: false })
  }
  const model: Model = { ...everyone, grants: [], links, photos: [], sizes: new Map(), nextPosition: 1 }
  for (const n of [0, 1, 2]) await actions.upload?.(model, n)
  // The first link is private, with a guest who's invited to its section.
  for (const name of ['addSection', 'changeDoor']) await actions[name]?.(model, 0)
  // An editor of one link, and an uploader of all.
  for (const n of [4, 17]) await actions.invite?.(model, n)
  for (const _ of model.people) await actions.accept?.(model, 1)
  return model
}

/** Nothing changes in the meantime, so all of it can be requested at the same time. */
async function check(model: Model, which: number) {
  const seen = pick(model.photos, which)
  const visited = pick(openLinks(model), which >> 1)
  await Promise.all([
    ...openLinks(model).map((link) => checkLink(model, link)),
    checkCounters(model),
    seen && checkStranger(seen),
    visited && checkVisitor(model, visited),
    ...pickSome(visited ? placesIn(model, visited) : model.photos, which).map(checkGuest),
    team.check(model, which),
  ])
}

/** Compares every page, ZIP and file, of which a step only checks some. */
const checkEverything = (model: Model) =>
  Promise.all([
    ...openLinks(model).map((link) => checkVisitor(model, link)),
    ...model.photos.flatMap((photo) => [checkStranger(photo), checkGuest(photo)]),
  ])

async function end(model: Model) {
  await team.removeAll(model)
  await team.emptyOutbox()
  for (const link of openLinks(model)) await server.del(`/api/links/${link.id}?forever=true`, undefined, asOwner(model))
  await server.del('/api/trash', { all: true, until: new Date(Date.now() + 60_000).toISOString() }, asOwner(model))
  await checkCounters({ ...model, links: [], photos: [] })
}

/** Each test runs one batch, to show progress in long runs and to check the storage. */
const portionSize = 100
const portions = Array.from({ length: Math.ceil(walks / portionSize) }, (_, n) => ({
  numRuns: Math.min(portionSize, walks - n * portionSize),
  seed: seed + n,
}))

test.each(portions)(
  'the server and the model agree in $numRuns random walks (seed $seed)',
  { timeout: portionSize * 60_000 },
  async (portion) => {
    // Walks share people, because registering them takes longer than a step. Each walk empties the account.
    const owner = await build.aUser()
    const people = [await build.aUser({ name: 'Ben Second' }), await build.aUser({ name: 'Eve Third' })]
    let count = 0
    let model: Model | undefined
    const walk = async (steps: { action: string; which: number }[]) => {
      model ??= await begin({ owner, people })
      for (const { action, which } of steps) {
        await actions[action]?.(model, which)
        await check(model, which)
      }
      count++
      const isLast = count === portion.numRuns
      if (count % rounds > 0 && !isLast) return
      await checkEverything(model)
      // Checks the files of a portion's last walk before they're deleted, and of every walk in short runs.
      if (isLast || portion.numRuns < portionSize) await checkStorage()
      await end(model)
      model = undefined
    }
    await fc.assert(fc.asyncProperty(way, walk), { ...portion, endOnFailure: true })
    await checkStorage()
    expect(await server.db.selectFrom('images').selectAll().execute()).toEqual([])
  },
)
