import { byTaken } from '../manage/image-order.ts'
import { readExifFacts } from './exif-facts.ts'
import { readSize } from './image-size.ts'

/** What a wall must know of a file before it is drawn. */
export type ImageHeader = {
  ratio: number
  takenAt: string | null
  /** The day it was taken, as 2026-11-14, where it was taken. */
  takenOn: string | null
}

/** Cameras put previews before the picture's own size; more than this is rare, and would be slow to read. */
const headerBytes = 256 * 1024
const usual: ImageHeader = { ratio: 1.5, takenAt: null, takenOn: null }

const known = new WeakMap<File, ImageHeader>()

/** Of a file whose head was read before. */
export const headerOf = (file: File) => known.get(file) ?? usual

async function readHeader(file: File): Promise<ImageHeader> {
  const bytes = new Uint8Array(await file.slice(0, headerBytes).arrayBuffer())
  const { isTurned, takenAt, takenOn } = readExifFacts(bytes)
  const size = readSize(bytes)
  const isSized = size && size.width > 0 && size.height > 0
  const stored = isSized ? size.width / size.height : usual.ratio
  // In HEIC the size is already that of the turned picture.
  const isHeif = String.fromCharCode(...bytes.subarray(4, 8)) === 'ftyp'
  const ratio = isTurned && isSized && !isHeif ? 1 / stored : stored
  return { ratio: Math.round(ratio * 1000) / 1000, takenAt, takenOn }
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Reads the heads of files and puts those into the order in which they were taken; who does not know comes last, by name. */
export async function readAndSort(files: readonly File[]) {
  await Promise.all(files.map(async (file) => known.set(file, await readHeader(file).catch(() => usual))))
  return files.toSorted((one, other) => byTaken(headerOf(one), headerOf(other)) || names.compare(one.name, other.name))
}
