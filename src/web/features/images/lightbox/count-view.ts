import { countImageView } from '#shared/images.ts'
import { call, previewAs } from '#web/lib/api.ts'

const counted = new Set<string>()

export function countView(imageId: string) {
  if (counted.has(imageId) || previewAs()) return
  counted.add(imageId)
  void call(countImageView, { params: { id: imageId } }).catch(() => {})
}
