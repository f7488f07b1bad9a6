import { byTaken } from '../manage/image-order.ts'
import { readExifFacts } from './exif-facts.ts'
import { readSize } from './image-size.ts'

export type ImageHeader = {
  ratio: number
  takenAt: string | null
  /** The local date, such as 2026-11-14. */
  takenOn: string | null
}

/** In most files, this is enough to reach the image size, even after an embedded preview. */
const headerBytes = 256 * 1024
const fallback: ImageHeader = { ratio: 1.5, takenAt: null, takenOn: null }

const known = new WeakMap<File, ImageHeader>()

/** Returns the fallback until `readAndSort` has read the file. */
export const headerOf = (file: File) => known.get(file) ?? fallback

async function readHeader(file: File): Promise<ImageHeader> {
  const bytes = new Uint8Array(await file.slice(0, headerBytes).arrayBuffer())
  const { isTurned, takenAt, takenOn } = readExifFacts(bytes)
  const size = readSize(bytes)
  const isSized = size && size.width > 0 && size.height > 0
  const stored = isSized ? size.width / size.height : fallback.ratio
  // In HEIC and AVIF files, `readSize` has already applied the rotation.
  const isHeif = String.fromCharCode(...bytes.subarray(4, 8)) === 'ftyp'
  const ratio = isTurned && isSized && !isHeif ? 1 / stored : stored
  return { ratio: Math.round(ratio * 1000) / 1000, takenAt, takenOn }
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export async function readAndSort(files: readonly File[]) {
  await Promise.all(files.map(async (file) => known.set(file, await readHeader(file).catch(() => fallback))))
  return files.toSorted((one, other) => byTaken(headerOf(one), headerOf(other)) || names.compare(one.name, other.name))
}
