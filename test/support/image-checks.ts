import { expect, vi } from 'vitest'
import type { Image } from '#shared/images.ts'
import { countServed } from '#shared/page-data.ts'
import type { Person } from './builders.ts'
import {
  asOwner,
  foldersOf,
  idsOf,
  isLimited,
  type Link,
  livePhotos,
  type Model,
  may,
  openLinks,
  type Photo,
  shownIn,
  shownToVisitor,
  statusForGuest,
  statusForStrangers,
  trashedLinks,
  trashedPhotos,
} from './image-model.ts'
import { findProblems } from './inspection.ts'
import { withPass } from './link-access.ts'
import { dataIn } from './page-reader.ts'
import { findFaults } from './pictures.ts'
import { waitForRemovals } from './removals.ts'
import type { TestServer } from './server.ts'
import { readZip } from './zip-reader.ts'

function checkCover(cover: Image | null, shown: Photo[]) {
  expect(cover === null).toBe(shown.length === 0)
  if (cover) expect(idsOf(shown)).toContain(cover._id)
}

/** Requires that the call succeeds exactly if the actor has the role. */
export function expectRole(
  model: Model,
  actor: Person,
  least: 'uploader' | 'editor' | 'owner',
  link: Link,
  status: number,
) {
  const isAllowed = may(model, actor, least, [link])
  expect(isAllowed ? [200, 201] : [403]).toContain(status)
  return isAllowed
}

/** Compares an account's galleries, pages, files, ZIPs, trash and counters with the model. */
export function createImageChecks(server: TestServer) {
  async function checkLink(model: Model, link: Link) {
    const { body } = await server.get(`/api/links/${link.id}`, asOwner(model))
    const { images, imageCount, sections, coverImage } = body.data
    const shown = shownIn(model, link)
    expect(images.map((image: Image) => [image._id, image.sectionId ?? null])).toEqual(
      shown.map(({ id, section }) => [id, section]),
    )
    expect(imageCount).toBe(shown.length)
    expect(sections.map((section: { _id: string; imageCount: number }) => [section._id, section.imageCount])).toEqual(
      link.sections.map((id) => [id, shown.filter(({ section }) => section === id).length]),
    )
    checkCover(coverImage, shown)
  }

  /** Checks the page and the ZIP as a visitor sees them, with the pass of the link's guest if there is one. */
  async function checkVisitor(model: Model, link: Link) {
    const shown = shownToVisitor(model, link)
    const isOpen = link.guest !== undefined || !link.isPrivate
    const as = link.guest ? withPass(link.guest.pass) : {}
    const page = await server.get(`/links/${link.slug}`, as)
    expect(page.status).toBe(isOpen ? 200 : 403)
    const zip = await server.app.inject({ url: `/api/links/slug/${link.slug}/download`, ...as })
    expect(zip.statusCode).toBe(isOpen ? (shown.length > 0 ? 200 : 404) : 403)
    if (!isOpen) return
    const data = dataIn(page.body)
    if (!('gallery' in data) || data.gallery.state !== 'open') throw new Error('The page has no gallery')
    const { images, imageCount, coverImage } = data.gallery.link
    expect(images.map(({ _id }) => _id)).toEqual(idsOf(shown).slice(0, countServed(images)))
    expect(imageCount).toBe(shown.length)
    // The guest's cover is their first image, because they may not be able to see the link's cover.
    checkCover(coverImage, isLimited(link) ? shown.slice(0, 1) : shown)
    if (shown.length === 0) return
    expect(readZip(zip.rawPayload).map(({ name }) => name.replace(/[^/]*$/, ''))).toEqual(foldersOf(shown))
  }

  /** Also checks a URL that the guest saved when they saw the image. */
  async function checkGuest(photo: Photo) {
    const { guest } = photo.link
    if (!guest) return
    const expected = statusForGuest(photo)
    const { status, body } = await server.get(`/api/images/${photo.id}`, withPass(guest.pass))
    expect(status).toBe(expected)
    if (photo.saved?.link === photo.link) {
      // URLs that were saved while the link was public aren't signed.
      const isSigned = photo.saved.url.includes('?')
      expect((await server.get(photo.saved.url)).status).toBe(isSigned ? expected : statusForStrangers(photo))
    }
    if (status === 200) photo.saved = { url: (body.data as Image).thumbnailUrl, link: photo.link }
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
      links: trashedLinks(model).length,
      images: trashedPhotos(model).length,
    })
  }

  async function checkStranger(photo: Photo) {
    const expected = statusForStrangers(photo)
    expect((await server.get(`/api/images/${photo.id}`)).status).toBe(expected)
    expect((await server.get(photo.url)).status).toBe(expected)
  }

  async function checkStorage() {
    await waitForRemovals(server)
    await vi.waitFor(async () => expect(await findFaults(server)).toEqual([]))
    expect(await findProblems(server)).toEqual([])
  }

  return { checkLink, checkVisitor, checkCounters, checkStranger, checkGuest, checkStorage }
}
