import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { type Clock, systemClock } from '../clock.ts'
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts'
import type { Log } from '../concurrency/job.ts'
import { createLeakyBucket } from '../concurrency/leaky-bucket.ts'
import type { FocalPoint } from './card.ts'
import { ImageRefused } from './image-header.ts'
import type { Watermark } from './watermark.ts'
import type { AnswerTo, PreparedFiles, WorkerRequest } from './worker-messages.ts'
import { createWorkerPool, type PoolOptions, type WorkerPool } from './worker-pool.ts'
import { type WorkerBounds, WorkerLost } from './worker-process.ts'

export class TooMuchWaste extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super("This user's rejected images took too much time")
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type PreparedImage = PreparedFiles & {
  /** Removes the files that weren't moved elsewhere. Callers always have to call it. */
  discard(): Promise<void>
}

type PrepareOptions = { userId: string; signal?: AbortSignal }

export type ImageProcessor = {
  /**
   * Creates files next to the original, which it only reads. Throws ImageRefused if we can't show the image,
   * SemaphoreFull if too many images are waiting, TooMuchWaste if this user's rejected images took too much time, and
   * WorkerLost if the worker crashed.
   */
  prepare(path: string, options: PrepareOptions): Promise<PreparedImage>
  /** `picture` has to be one of our own renditions. */
  makeCard(picture: Buffer, focus: FocalPoint | null, watermark: Watermark | null): Promise<Buffer>
  /** `pictures` have to be our own renditions. The results have the same sizes and formats. */
  addWatermark(pictures: Buffer[], watermark: Watermark, userId: string): Promise<Buffer[]>
  /** Returns a small PNG of the file. Throws like `prepare`. */
  makeLogo(path: string, userId: string): Promise<Buffer>
  /** Call this before an upload arrives. Throws SemaphoreFull or TooMuchWaste if `prepare` would right now. */
  expectUpload(userId: string): void
  readonly pending: number
  /** Rejects waiting images, and resolves once the running ones are done and the workers have ended. */
  close(): Promise<void>
}

const megabytes = (count: number) => count * 1024 * 1024

/** Allows scripts to upload many images in parallel. Waiting images are on disk, and users take turns. */
const maxWaitingPerUser = 64
const maxWaiting = 400
/** A worker needs about 100 MB of this just to run. */
const maxWorkerBytes = megabytes(800)
const keptBytes = megabytes(256)
const imagesPerWorker = 500
const idleMs = 20_000
const limitMs = 20_000

/**
 * A user can occupy one more worker than there are cores, because one image may wait for the disk while another is
 * processed. In total, there's one more, so that a single user can't block everyone else.
 */
const defaultPerUser = () => availableParallelism() + 1

/**
 * Limits the CPU time spent on images that are then rejected, which no other limit covers. A few damaged files are fine.
 * A user who keeps sending them gets `forgiven` of a core.
 */
const defaultWaste = { allowedMs: 2000, forgiven: 0.1 }

const defaults = { limitMs, idleMs, imagesPerWorker, keptBytes, maxBytes: maxWorkerBytes }

type Options = Partial<WorkerBounds & PoolOptions> & {
  perUser?: number
  permits?: number
  waitingPerUser?: number
  waste?: typeof defaultWaste
  clock?: Pick<Clock, 'monotonicMs'>
  pool?: WorkerPool
  log?: Log
}

export function createImageProcessor(options: Options = {}): ImageProcessor {
  const {
    perUser = defaultPerUser(),
    permits = perUser + 1,
    waitingPerUser = maxWaitingPerUser,
    waste = defaultWaste,
    clock = systemClock,
    log,
    pool: given,
    ...bounds
  } = options
  const pool = given ?? createWorkerPool({ ...defaults, ...bounds })
  const queue = { maxWaiting, maxWaitingPerKey: waitingPerUser }
  const semaphore = createFairSemaphore({ ...queue, permits, permitsPerKey: perUser })
  const heavySemaphore = createFairSemaphore({ ...queue, permits: 1 })
  const wasted = createLeakyBucket({ clock, capacityMs: waste.allowedMs / waste.forgiven })
  const closing = new AbortController()

  /** Logs a lost worker even if the upload succeeds on a retry. */
  async function run<R extends WorkerRequest>(request: R): Promise<AnswerTo<R>> {
    try {
      return await pool.run(request)
    } catch (error) {
      if (error instanceof WorkerLost) log?.warn({ err: error }, 'a picture worker died')
      throw error
    }
  }

  function requireLittleWaste(userId: string) {
    const waitMs = wasted.overflowMs(userId)
    if (waitMs > 0) throw new TooMuchWaste(Math.ceil(waitMs / 1000))
  }

  /** Checks again after waiting, because more of this user's images may have been rejected in the meantime. */
  async function runFor<R extends WorkerRequest>(userId: string, request: R): Promise<AnswerTo<R>> {
    requireLittleWaste(userId)
    try {
      return await run(request)
    } catch (error) {
      if (error instanceof ImageRefused) wasted.add(userId, error.workMs / waste.forgiven)
      throw error
    }
  }

  async function make(path: string, folder: string, { userId, signal: given }: PrepareOptions) {
    const signal = given ? AbortSignal.any([given, closing.signal]) : closing.signal
    const request = { key: userId, signal }
    const prepareOnce = (mayBeHeavy: boolean) =>
      semaphore.withPermit(() => runFor(userId, { kind: 'prepare', path, folder, mayBeHeavy }), request)
    const made = (await prepareOnce(false)) ?? (await heavySemaphore.withPermit(() => prepareOnce(true), request))
    signal.throwIfAborted()
    if (!made) throw new TypeError("A heavy picture wasn't prepared")
    return made
  }

  return {
    async prepare(path, options) {
      const folder = `${path}-made`
      // The next start removes anything we can't remove now.
      const discard = () => rm(folder, { recursive: true, force: true }).catch(() => {})
      try {
        return { ...(await make(path, folder, options)), discard }
      } catch (error) {
        await discard()
        throw error
      }
    },
    makeCard: async (picture, focus, watermark) =>
      Buffer.from(
        await semaphore.withPermit(() => run({ kind: 'card', picture, focus, watermark }), {
          key: '',
          signal: closing.signal,
        }),
      ),
    async addWatermark(pictures, watermark, userId) {
      // Visitors' requests must not fill the owner's queue of uploads.
      const request = { key: `watermarks ${userId}`, signal: closing.signal }
      const marked = await semaphore.withPermit(() => run({ kind: 'watermark', pictures, watermark }), request)
      return marked.map((body) => Buffer.from(body))
    },
    makeLogo: async (path, userId) =>
      Buffer.from(
        await semaphore.withPermit(() => runFor(userId, { kind: 'logo', path }), {
          key: userId,
          signal: closing.signal,
        }),
      ),
    expectUpload(userId) {
      requireLittleWaste(userId)
      semaphore.requireRoom(userId)
      if (!closing.signal.aborted) pool.warmUp()
    },
    get pending() {
      return semaphore.waiting + heavySemaphore.waiting
    },
    async close() {
      closing.abort(new Error('The server is shutting down'))
      await Promise.all([semaphore.idle(), heavySemaphore.idle()])
      await pool.close()
    },
  }
}
