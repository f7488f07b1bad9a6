import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/platform/clock.ts'
import { hourOf } from '#server/platform/local-days.ts'
import type { AnalyticsRepository } from './analytics.repository.ts'
import type { Subject } from './counter-snapshots.ts'

type Dependencies = {
  analytics: Pick<AnalyticsRepository, 'listViewedImages' | 'listViewedImagesSince'>
  clock: Clock
}
type Viewed = { id: string; views: number }

/** About 5 MB. A Gold account has up to 750 images. */
const maxCachedImages = 50_000

/**
 * Looking up a snapshot for each image is the slowest part of analytics. So we cache how many views each image had at
 * the start of the period. In the past, that number never changes: if the image had no views since, its next snapshot
 * stores the same number.
 */
export function createTopImages({ analytics, clock }: Dependencies) {
  const viewsBefore = new LRUCache<string, Map<string, number>>({
    maxSize: maxCachedImages,
    sizeCalculation: (images) => images.size + 1,
  })

  async function findKnown(key: string, subject: Subject, limit: number) {
    const known = viewsBefore.get(key)
    return known && selectTop(await analytics.listViewedImages(subject), known, limit)
  }

  return async function listTopImages(subject: Subject, since: number, limit: number): Promise<Viewed[]> {
    const key = `${subject.userId} ${subject.linkId} ${since}`
    const top = await findKnown(key, subject, limit)
    if (top) return top
    const images = await analytics.listViewedImagesSince(subject, since)
    const before = new Map(images.map((image) => [image.id, image.viewsBefore ?? image.views]))
    // A day can start in the next half hour, because its start is rounded to a full hour.
    if (since < hourOf(clock.now().getTime())) viewsBefore.set(key, before)
    return selectTop(images, before, limit) ?? []
  }
}

/**
 * Returns undefined if an image is missing in `before`. Keeps only the top while reading, because sorting all images
 * takes longer than reading them.
 */
function selectTop(images: Viewed[], before: Map<string, number>, limit: number) {
  const top: Viewed[] = []
  for (const { id, views } of images) {
    const viewsBefore = before.get(id)
    if (viewsBefore === undefined) return undefined
    const recent = views - viewsBefore
    if (recent <= 0 || (top.length === limit && !ranksBefore(id, recent, top[limit - 1]))) continue
    const place = top.findIndex((other) => ranksBefore(id, recent, other))
    top.splice(place === -1 ? top.length : place, 0, { id, views: recent })
    if (top.length > limit) top.pop()
  }
  return top
}

const ranksBefore = (id: string, views: number, other: Viewed | undefined) =>
  other === undefined || views > other.views || (views === other.views && id < other.id)
