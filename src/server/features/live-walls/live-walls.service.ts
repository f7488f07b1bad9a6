import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import {
  isAddingOpenToAll,
  isServedOn,
  requireWall,
  uploadsClosed,
  wallAccess,
} from '#server/features/access/link-access.ts'
import type { OriginOf } from '#server/features/domains/served-domains.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { createRefreshAheadCache } from '#server/platform/cache/refresh-ahead-cache.ts'
import { type Clock, minutes } from '#server/platform/clock.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'
import { idLength, newId } from '#server/platform/ids.ts'
import type { OwnDomain, Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { wallMaxImages } from '#shared/limits.ts'
import type { LiveWall, LiveWallChange, ShownWall } from '#shared/live-wall.ts'
import type { LiveWallRecord, LiveWallRepository } from './live-walls.repository.ts'

type Dependencies = {
  walls: LiveWallRepository
  links: LinkService
  images: ImageService
  signer: Signer
  originOf: OriginOf
  invalidation: Invalidation
  clock: Clock
}

type Link = NonNullable<Awaited<ReturnType<LinkService['find']>>>
type Shown = { link: Link; wall: ShownWall; version: string; madeAt: number }

const maxCachedWalls = 200
const maxCachedImages = 20_000
const maxKnown = 5_000

/** Walls are rebuilt this often even without a change, so that signed image URLs never expire. */
const maxAgeMs = minutes(1)

const initial = { seconds: 8, order: 'newest', showQrCode: true, showNames: true } as const

/** The URL of a wall is derived from its ID and our secret, so a copy of the database isn't enough to construct one. */
export function createLiveWallService(dependencies: Dependencies) {
  const { walls, links, images, signer, originOf, invalidation, clock } = dependencies

  const signedText = (id: string) => `wall/${id}`

  const present = async ({ id, linkId: _, ...fields }: LiveWallRecord, ownerId: string): Promise<LiveWall> => ({
    isOn: id !== null,
    url: id === null ? null : `${await originOf(ownerId)}/wall/${id}${signer.sign(signedText(id))}`,
    ...fields,
  })

  const ofLink = async (linkId: string): Promise<LiveWallRecord> =>
    (await walls.findOf(linkId)) ?? { id: null, linkId, ...initial }

  const known = createRefreshAheadCache<{ linkId: string }>({
    name: 'live walls',
    read: walls.find,
    linkIdOf: ({ linkId }) => linkId,
    invalidation,
    clock,
    maxSize: maxKnown,
    sizeOf: () => 1,
  })

  const shown = new LRUCache<string, Shown>({
    max: maxCachedWalls,
    maxSize: maxCachedImages,
    sizeCalculation: ({ wall }) => wall.images.length + 1,
  })

  const build = createSingleFlight(async (id: string): Promise<Shown> => {
    const madeAt = clock.monotonicMs()
    const record = await walls.find(id)
    const found = record && (await links.find(record.linkId))
    if (!record || !found) throw wallNotFound()
    const now = clock.now()
    const link = requireWall(found, now)
    const { seconds, order, showQrCode, showNames } = record
    const view = { ...wallAccess(link), viewer: undefined, now, wall: id }
    const listed = await images.listForWall(link.id, order === 'gallery' ? 'gallery' : 'newest', wallMaxImages, view)
    const wall = {
      title: link.title,
      seconds,
      order,
      showQrCode,
      showNames,
      addUrl: isAddingOpenToAll(link, now) ? `${await originOf(link.userId)}/links/${link.slug}/add` : null,
      images: showNames ? listed : listed.map((image) => ({ ...image, addedBy: image.addedBy && { name: '' } })),
    }
    // Views change all the time, and the wall doesn't show them.
    const version = hash(
      'sha1',
      JSON.stringify(wall, (key, value) => (key === 'views' ? 0 : value)),
      'base64url',
    )
    const entry = { link, wall, version, madeAt }
    shown.set(id, entry)
    return entry
  })

  const isCurrent = ({ link, wall, madeAt }: Shown) =>
    clock.monotonicMs() - madeAt < maxAgeMs &&
    invalidation.isUnchanged(link.id, madeAt) &&
    (wall.addUrl === null || !uploadsClosed(link, clock.now()))

  return {
    async get(viewer: Viewer, linkId: string) {
      const link = await links.requireOwn(viewer, linkId)
      return present(await ofLink(link.id), link.userId)
    },

    async update(viewer: Viewer, linkId: string, { isOn, ...change }: LiveWallChange) {
      const link = await links.requireOwn(viewer, linkId)
      const before = await ofLink(link.id)
      const staysOn = isOn ?? before.id !== null
      const fields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const saved = await walls.save({ ...before, ...fields, id: staysOn ? newId() : null }, staysOn)
      invalidation.invalidate(link.id)
      return present(saved, link.userId)
    },

    /** Finds the wall that an image URL is signed for. The caller still has to check access. */
    find: known.find,

    /** Reads nothing from the database if the wall is cached and nothing has changed. */
    async open(token: string, domain?: OwnDomain) {
      const id = token.slice(0, idLength)
      if (!signer.verify(signedText(id), token.slice(idLength))) throw wallNotFound()
      const cached = shown.get(id)
      const entry = cached && isCurrent(cached) ? cached : await build(id)
      if (!isServedOn(entry.link, { domain })) throw wallNotFound()
      requireWall(entry.link, clock.now())
      return { wall: entry.wall, version: entry.version }
    },
  }
}
export type LiveWallService = ReturnType<typeof createLiveWallService>

const wallNotFound = () => new AppError('NOT_FOUND', 'Live wall not found')
