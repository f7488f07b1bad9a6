import type { Image } from '#shared/images.ts'

export const imageName = ({ title, fileName }: Pick<Image, 'title' | 'fileName'>) => title || fileName

export const imageSorts = { taken: 'Date taken', name: 'Name', upload: 'Date uploaded' } as const
export type ImageSort = keyof typeof imageSorts

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byUpload = (one: Image, other: Image) => one.createdAt.localeCompare(other.createdAt)

type Taken = Pick<Image, 'takenAt'>

/** Sorts undated images last. */
export const byTaken = (one: Taken, other: Taken) => (one.takenAt ?? '9999').localeCompare(other.takenAt ?? '9999')

const comparers: Record<ImageSort, (one: Image, other: Image) => number> = {
  upload: byUpload,
  name: (one, other) => names.compare(imageName(one), imageName(other)),
  taken: (one, other) => byTaken(one, other) || (one.takenAt ? 0 : byUpload(one, other)),
}

export const sortedIds = (images: readonly Image[], sort: ImageSort) =>
  images.toSorted(comparers[sort]).map(({ _id }) => _id)

const isSorted = (images: readonly Image[], sort: ImageSort) =>
  sortedIds(images, sort).every((id, index) => id === images[index]?._id)

const isByFileName = (images: readonly Image[]) =>
  images.every(({ fileName }, index) => {
    const before = images[index - 1]
    return !before || names.compare(before.fileName, fileName) < 0
  })

/** Images sorted by file name still count as sorted by name after some of them get titles. */
export function presentSort(...groups: (readonly Image[])[]): ImageSort | undefined {
  const found = (['upload', 'taken', 'name'] as const).find((sort) => groups.every((images) => isSorted(images, sort)))
  return found ?? (groups.every(isByFileName) ? 'name' : undefined)
}

/** Reorders the `wanted` IDs among themselves. The others keep their positions. */
export function rearranged(all: readonly string[], wanted: readonly string[]) {
  const moved = new Set(wanted)
  const next = wanted.values()
  return all.map((id) => (moved.has(id) ? (next.next().value ?? id) : id))
}
