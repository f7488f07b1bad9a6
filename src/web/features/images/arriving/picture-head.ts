import { byTaken } from '../manage/image-order.ts'
import { readExifFacts } from './exif-facts.ts'
import { readSize } from './picture-size.ts'

/** What a wall must know of a file before it is drawn. */
export type PictureHead = {
  ratio: number
  takenAt: string | null
  /** The day it was taken, as 2026-11-14, where it was taken. */
  takenOn: string | null
}

/** Cameras put previews before the picture's own size; more than this is rare, and would be slow to read. */
const headBytes = 256 * 1024
const usual: PictureHead = { ratio: 1.5, takenAt: null, takenOn: null }

const known = new WeakMap<File, PictureHead>()

/** Of a file whose head was read before. */
export const headOf = (file: File) => known.get(file) ?? usual

async function readHead(file: File): Promise<PictureHead> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
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
export async function readPictures(files: readonly File[]) {
  await Promise.all(files.map(async (file) => known.set(file, await readHead(file).catch(() => usual))))
  return files.toSorted((one, other) => byTaken(headOf(one), headOf(other)) || names.compare(one.name, other.name))
}
