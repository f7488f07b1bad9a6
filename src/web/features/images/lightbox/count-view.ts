import { countImageView } from '#shared/images.ts'
import { call, seenAs } from '#web/lib/api.ts'

const counted = new Set<string>()

/** Counts each image once per page load. */
export function countView(imageId: string) {
  if (counted.has(imageId) || seenAs()) return
  counted.add(imageId)
  void call(countImageView, { params: { id: imageId } }).catch(() => {})
}
