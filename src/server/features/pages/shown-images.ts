import { hash } from 'node:crypto'
import type { LinkFacts, Sight } from '#server/features/access/link-access.ts'
import type { CommentService } from '#server/features/comments/comments.service.ts'
import type { OriginOf } from '#server/features/domains/served-domains.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { createRefreshAheadCache } from '#server/platform/cache/refresh-ahead-cache.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Caller } from '#server/viewer.ts'
import type { Comment } from '#shared/comments.ts'
import type { Image } from '#shared/images.ts'
import { type Neighbors, neighborsOf } from '#shared/page-data.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { ShownStudio } from '#shared/studio.ts'
import { siteNameOf } from './preview-tags.ts'

export type ShownImageDependencies = {
  images: ImageService
  comments: CommentService
  planOf: (userId: string) => Promise<CatalogPlan>
  findStudio: (userId: string) => Promise<ShownStudio | null>
  originOf: OriginOf
  invalidation: Invalidation
  clock: Clock
}

/** `shown` is undefined if the link isn't public. */
type ImageEntry = { link: LinkFacts & { isListed: boolean }; shown: ImageShown | undefined }
export type ImageShown = {
  image: Image
  comments: Comment[]
  commentsCursor: string | undefined
  neighbors: Neighbors | null
  isListed: boolean
  siteName: string | undefined
  /** The owner's domain, or our own host. */
  origin: string
  version: string
}

const maxCachedImages = 2000

/** What the page of an image shows. The caller must check access. */
export function createShownImages(dependencies: ShownImageDependencies) {
  const { images, comments, planOf, findStudio, originOf, invalidation, clock } = dependencies

  const entries = createRefreshAheadCache<ImageEntry>({
    name: 'image pages',
    read: readImage,
    linkIdOf: ({ link }) => link.id,
    invalidation,
    clock,
    maxSize: maxCachedImages,
    sizeOf: () => 1,
  })

  async function readImage(id: string): Promise<ImageEntry | undefined> {
    const found = await images.findOpen(id)
    if (!found) return undefined
    const { link, image } = found
    return {
      link,
      shown:
        image &&
        (await withComments(image, link, { viewer: undefined, passTokens: [] }, { sees: 'all', sections: null })),
    }
  }

  async function withComments(
    image: Image,
    link: ImageEntry['link'],
    caller: Caller,
    given: Sight,
  ): Promise<ImageShown> {
    const [{ allows }, studio, origin, { data, nextCursor }, ids] = await Promise.all([
      planOf(link.userId),
      findStudio(link.userId),
      originOf(link.userId),
      comments.list(caller, image._id),
      images.listIds(link.id, given),
    ])
    const neighbors = neighborsOf(ids, image._id)
    const commentPage = { comments: data, commentsCursor: nextCursor }
    const siteName = siteNameOf({ branded: allows.brandingLine, studio })
    const about = { image, ...commentPage, neighbors, isListed: link.isListed, siteName, origin }
    return { ...about, version: versionOf(JSON.stringify(about)) }
  }

  return { find: entries.find, withComments }
}

/** Ignores views, which change with every visit. */
const versionOf = (json: string) => hash('sha1', json.replace(/"views":\d+/g, ''), 'base64url')
