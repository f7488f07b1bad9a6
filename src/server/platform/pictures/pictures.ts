import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { type Clock, systemClock } from '../clock.ts'
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts'
import type { Log } from '../concurrency/job.ts'
import { createWasteLimiter } from '../concurrency/waste-limiter.ts'
import type { FocalPoint } from './card.ts'
import { PictureRefused } from './image-header.ts'
import type { AnswerTo, PreparedFiles, WorkerRequest } from './worker-messages.ts'
import { createWorkerPool, type PoolOptions, type WorkerPool } from './worker-pool.ts'
import { type WorkerBounds, WorkerLost } from './worker-process.ts'

export type PreparedPicture = PreparedFiles & {
  /** Removes what was made and not moved away. The caller calls it, whatever happens. */
  discard(): Promise<void>
}

type PrepareOptions = { userId: string; signal?: AbortSignal }

export type Pictures = {
  /**
   * Makes files beside the one at the path, which is only read. Throws PictureRefused for what is not a picture we can show,
   * SemaphoreFull where too many wait, of this user or in all, TooMuchWaste where too many of this user were refused, and
   * WorkerLost where the worker ended in the middle.
   */
  prepare(path: string, options: PrepareOptions): Promise<PreparedPicture>
  /** Of a picture that we made ourselves. */
  makeCard(picture: Buffer, focus: FocalPoint | null): Promise<Buffer>
  /** A picture is about to arrive. Throws SemaphoreFull or TooMuchWaste where `prepare` would now. */
  expect(userId: string): void
  /** How many wait for a worker. */
  readonly pending: number
  /** Refuses those that wait and resolves when the last running one is done and the workers are gone. */
  close(): Promise<void>
}

const megabytes = (count: number) => count * 1024 * 1024

/** Of one user, so that programs may send a gallery at once; what waits lies on disk, and users take turns. */
const maxWaitingPerUser = 64
const maxWaiting = 400
/** What a worker needs to run at all is about 100 MB of it. */
const maxWorkerBytes = megabytes(800)
const keptBytes = megabytes(256)
const picturesPerWorker = 500
const idleMs = 20_000
const limitMs = 20_000

/**
 * One user gets one worker more than there are cores, for while one picture waits for a disk another can be made. And there is
 * one more for somebody else: nobody waits until the pictures of one other are done.
 */
const defaultPerUser = () => availableParallelism() + 1

/**
 * What workers did for pictures that were then refused. A few damaged files among many cost nobody anything; who sends them
 * without end keeps a tenth of one worker.
 */
const defaultWaste = { allowedMs: 2000, forgiven: 0.1 }

const defaults = { limitMs, idleMs, picturesPerWorker, keptBytes, maxBytes: maxWorkerBytes }

type Options = Partial<WorkerBounds & PoolOptions> & {
  perUser?: number
  permits?: number
  waitingPerUser?: number
  waste?: typeof defaultWaste
  clock?: Pick<Clock, 'monotonicMs'>
  pool?: WorkerPool
  log?: Log
}

export function createPictures(options: Options = {}): Pictures {
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
  const wasted = createWasteLimiter({ ...waste, clock })
  const closing = new AbortController()

  /** Whoever runs the server should hear of it, also where nobody was refused for it. */
  async function run<R extends WorkerRequest>(request: R): Promise<AnswerTo<R>> {
    try {
      return await pool.run(request)
    } catch (error) {
      if (error instanceof WorkerLost) log?.warn({ err: error }, 'a picture worker was lost')
      throw error
    }
  }

  /** One that waited is turned away as well, once those before it turned out to be useless. */
  async function runFor<R extends WorkerRequest>(userId: string, request: R): Promise<AnswerTo<R>> {
    wasted.requireBelowLimit(userId)
    try {
      return await run(request)
    } catch (error) {
      if (error instanceof PictureRefused) wasted.add(userId, error.workMs)
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
    if (!made) throw new TypeError('A heavy picture was not made')
    return made
  }

  return {
    async prepare(path, options) {
      const folder = `${path}-made`
      // What cannot be removed now is cleared at the next start.
      const discard = () => rm(folder, { recursive: true, force: true }).catch(() => {})
      try {
        return { ...(await make(path, folder, options)), discard }
      } catch (error) {
        await discard()
        throw error
      }
    },
    makeCard: async (picture, focus) =>
      Buffer.from(
        await semaphore.withPermit(() => run({ kind: 'card', picture, focus }), { key: '', signal: closing.signal }),
      ),
    expect(userId) {
      wasted.requireBelowLimit(userId)
      semaphore.requireRoom(userId)
      if (!closing.signal.aborted) pool.warmUp()
    },
    get pending() {
      return semaphore.waiting + heavySemaphore.waiting
    },
    async close() {
      closing.abort(new Error('No more pictures are taken'))
      await Promise.all([semaphore.idle(), heavySemaphore.idle()])
      await pool.close()
    },
  }
}
