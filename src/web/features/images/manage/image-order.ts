import type { Image } from '#shared/images.ts'

export const imageName = ({ title, fileName }: Pick<Image, 'title' | 'fileName'>) => title || fileName

export const imageSorts = { taken: 'Date taken', name: 'Name', upload: 'Upload' } as const
export type ImageSort = keyof typeof imageSorts

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byUpload = (one: Image, other: Image) => one.createdAt.localeCompare(other.createdAt)

type Taken = Pick<Image, 'takenAt'>

/** Those that do not know when they were taken come last. */
export const byTaken = (one: Taken, other: Taken) => (one.takenAt ?? '9999').localeCompare(other.takenAt ?? '9999')

const comparers: Record<ImageSort, (one: Image, other: Image) => number> = {
  upload: byUpload,
  name: (one, other) => names.compare(imageName(one), imageName(other)),
  taken: (one, other) => byTaken(one, other) || (one.takenAt ? 0 : byUpload(one, other)),
}

export const sortedIds = (images: readonly Image[], sort: ImageSort) =>
  images.toSorted(comparers[sort]).map(({ _id }) => _id)

/**
 * The sort that the images are in already, if any: where several are, what people wrote comes first. Those sorted by the
 * names of their files stay so when one of them is given a title.
 */
export function presentSort(images: readonly Image[]): ImageSort | undefined {
  const found = (['upload', 'taken', 'name'] as const).find((sort) =>
    sortedIds(images, sort).every((id, place) => id === images[place]?._id),
  )
  if (found) return found
  const isByFile = images.every(({ fileName }, place) => {
    const before = images[place - 1]
    return !before || names.compare(before.fileName, fileName) < 0
  })
  return isByFile ? 'name' : undefined
}

/** Puts some of the ids into another order among themselves; all others stay where they are. */
export function rearranged(all: readonly string[], wanted: readonly string[]) {
  const moved = new Set(wanted)
  const next = wanted.values()
  return all.map((id) => (moved.has(id) ? (next.next().value ?? id) : id))
}
