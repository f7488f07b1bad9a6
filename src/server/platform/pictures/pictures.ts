import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts'
import { decode, openPicture } from './decode.ts'
import { readExif } from './exif.ts'
import { heicToJpeg, makeFull, turned } from './full.ts'
import { damaged, type Outline, type PictureFormat, PictureRefused } from './outline.ts'
import { isHeavy, recognise } from './recognise.ts'
import { makeRenditions, type PictureFile } from './renditions.ts'

export type PreparedPicture = {
  format: PictureFormat
  /** Upright. */
  width: number
  height: number
  takenAt: string | null
  /** A data: URL of a few hundred bytes, to be shown large until the picture is there. */
  placeholder: string
  isAnimated: boolean
  /** Smallest first, on the longest side 480, 960 and 1920 but never larger than the picture. */
  renditions: PictureFile[]
  /** Full size, without metadata. */
  full: PictureFile
}

export type Pictures = {
  /** Throws PictureRefused for what is not a picture we can show; the file is only read. */
  prepare(path: string, signal?: AbortSignal): Promise<PreparedPicture>
  /** How many wait for a permit, for the caller to push back. */
  readonly pending: number
  /** Refuses those that wait and resolves when the last running one is done. */
  close(): Promise<void>
}

/**
 * One more than there are cores, for while one picture waits for a disk another can be made. sharp works on libuv's threads,
 * where files are read too: one of them stays free even beside a heavy picture.
 */
const poolThreads = Number(process.env.UV_THREADPOOL_SIZE) || 4
const defaultParallel = () => Math.max(1, Math.min(availableParallelism() + 1, poolThreads - 2))

export function createPictures({ parallel = defaultParallel(), heicLimitMs = 20_000 } = {}): Pictures {
  // One picture, one thread: pictures side by side use the cores better than threads inside one.
  sharp.concurrency(1)
  sharp.cache(false)
  const semaphore = createFairSemaphore({ permits: parallel })
  const heavySemaphore = createFairSemaphore({ permits: 1 })
  const closing = new AbortController()

  async function make(outline: Outline, signal: AbortSignal): Promise<PreparedPicture> {
    const exif = readExif(outline.exif)
    const orientation = outline.isTurnedByExif ? exif.orientation : 1
    const bare = outline.format === 'heic' ? await heicToJpeg(outline, heicLimitMs, signal) : outline.strip()
    const metadata = await openPicture(bare).metadata()
    const pixels = await decode(bare, metadata, orientation)
    signal.throwIfAborted()
    const format = outline.format === 'heic' ? 'jpeg' : outline.format
    const isPhoto = format !== 'png' && format !== 'gif'
    return {
      format: outline.format,
      ...turned(metadata, orientation),
      takenAt: exif.takenAt,
      isAnimated: outline.frames > 1,
      ...(await makeRenditions(pixels, isPhoto)),
      full: await makeFull({ bytes: bare, format, metadata, orientation }, outline),
    }
  }

  async function makeOrRefuse(outline: Outline, signal: AbortSignal) {
    try {
      return await make(outline, signal)
    } catch (error) {
      signal.throwIfAborted()
      // Whatever the decoder stumbles over lies in the file: it was well-formed only on the outside.
      throw error instanceof PictureRefused || error instanceof TypeError ? error : damaged(error)
    }
  }

  async function prepare(path: string, given?: AbortSignal): Promise<PreparedPicture> {
    const signal = given ? AbortSignal.any([given, closing.signal]) : closing.signal
    const prepareLight = async () => {
      const outline = recognise(await readFile(path))
      return isHeavy(outline) ? undefined : makeOrRefuse(outline, signal)
    }
    // Read again once there is a permit: a picture that waits holds no memory.
    const prepareHeavy = async () => makeOrRefuse(recognise(await readFile(path)), signal)
    const light = await semaphore.withPermit(prepareLight, { signal })
    return light ?? heavySemaphore.withPermit(prepareHeavy, { signal })
  }

  return {
    prepare,
    get pending() {
      return semaphore.waiting + heavySemaphore.waiting
    },
    async close() {
      closing.abort(new Error('No more pictures are taken'))
      await Promise.all([semaphore.idle(), heavySemaphore.idle()])
    },
  }
}
