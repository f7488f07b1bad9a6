import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Clock, hours, instantIn, instantNow } from '#server/platform/clock.ts'
import { createJob, type Log } from '#server/platform/concurrency/job.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import { newId } from '#server/platform/ids.ts'
import { type Storage, StorageUnavailable } from '#server/platform/storage/storage.ts'
import type { Caller } from '#server/viewer.ts'
import { AppError, statusOf } from '#shared/errors.ts'
import type { ResumableUpload, ResumableUploadRepository } from './resumable-uploads.repository.ts'
import type { UploadCreators } from './upload-creators.service.ts'
import { partsOf } from './upload-parts.ts'

type Dependencies = {
  resumableUploads: ResumableUploadRepository
  creators: UploadCreators
  storage: Storage
  clock: Clock
  log: Log
  tempDir: string
  onDeletionScheduled: () => void
}

/** An upload is forgotten this long after its last byte or, if it's finished, after that. */
export const uploadLifetimeMs = hours(24)

const everyMs = 10_000
/** A node that works on an upload says so this often. If it stops, another node takes over after `abandonedMs`. */
const heartbeatMs = 5_000
const abandonedMs = 20_000
const batchSize = 20
/** The server gives up after this many failures. The client can still try. */
const maxFailures = 10

/** Turns complete uploads into images, and forgets expired ones. */
export function createUploadFinisher(dependencies: Dependencies) {
  const { resumableUploads, creators, storage, clock, log, tempDir, onDeletionScheduled } = dependencies

  /** What this node is working on. One statement touches them all, because there can be hundreds. */
  const unfinished = new Set<string>()

  /** Requests for the same upload wait for the same image. */
  const finish = createSingleFlight(async (id, caller?: Caller) => {
    const upload = await resumableUploads.find(id, instantNow(clock))
    if (!upload) throw uploadNotFound()
    if (upload.imageId !== null) return upload
    const path = join(tempDir, `upload-${newId()}`)
    unfinished.add(id)
    try {
      const image = await orRemove(id, async () => {
        await joinParts(upload, path)
        return creators.store(upload, { path, fileName: upload.fileName }, caller)
      })
      const expiresAt = instantIn(clock, uploadLifetimeMs)
      await resumableUploads.finish(id, image, expiresAt)
      onDeletionScheduled()
      return { ...upload, imageId: image.id, isRepeat: image.isRepeat, expiresAt }
    } catch (error) {
      if (error instanceof AppError) await resumableUploads.countFailure(id)
      throw error
    } finally {
      unfinished.delete(id)
      await rm(path, { force: true })
    }
  })

  async function appendPart(key: string, path: string) {
    const part = await storage.open(key)
    if (part) await pipeline(part.stream, createWriteStream(path, { flags: 'a' }))
    return part?.size
  }

  async function joinParts({ id, parts, length }: ResumableUpload, path: string) {
    // Most photos arrive in one part.
    const add = parts.length === 1 && storage.link ? storage.link : appendPart
    let joined = 0
    for (const name of parts) {
      const size = await add(partsOf(id) + name, path)
      // The images were moved to another storage, without the parts of unfinished uploads.
      if (size === undefined) throw uploadNotFound()
      joined += size
    }
    if (joined !== length) throw new StorageUnavailable(new Error(`${partsOf(id)} has ${joined} bytes, not ${length}`))
  }

  /** A refused upload is gone, but one that can be tried again later stays. */
  async function orRemove<T>(id: string, check: () => Promise<T>) {
    try {
      return await check()
    } catch (error) {
      if (isRefusal(error)) {
        await resumableUploads.remove(id)
        onDeletionScheduled()
      }
      throw error
    }
  }

  async function finishAbandoned() {
    const now = instantNow(clock)
    const touchedBefore = instantIn(clock, -abandonedMs)
    const abandoned = await resumableUploads.listComplete({ touchedBefore, now, maxFailures, limit: batchSize })
    for (const { id, touchedAt } of abandoned) {
      if (job.isStopping()) return
      if (!(await resumableUploads.takeOver(id, touchedAt, instantNow(clock)))) continue
      try {
        await finish(id)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    }
  }

  async function run() {
    if (await resumableUploads.removeExpired(instantNow(clock))) onDeletionScheduled()
    await finishAbandoned()
  }

  async function touch() {
    if (unfinished.size > 0) await resumableUploads.touch([...unfinished], instantNow(clock))
  }

  const heartbeat = createJob({ name: 'upload heartbeat', everyMs: heartbeatMs, run: touch, log })
  const job = createJob({ name: 'resumable uploads', everyMs, run, log })

  const finishIfComplete = async (upload: ResumableUpload, caller: Caller) =>
    upload.imageId === null && upload.offset === upload.length ? finish(upload.id, caller) : upload

  return {
    ...job,
    start() {
      heartbeat.start()
      job.start()
    },
    async stop() {
      await job.stop()
      await heartbeat.stop()
    },
    run,
    orRemove,
    finishIfComplete,
    /** If that has to wait, returns the complete upload without an image. After a 503, clients would start again. */
    async finishIfPossible(upload: ResumableUpload, caller: Caller) {
      try {
        return await finishIfComplete(upload, caller)
      } catch (error) {
        if (isRefusal(error)) throw error
        log.warn({ err: error }, "a complete upload couldn't be finished yet")
        return upload
      }
    },
  }
}
export type UploadFinisher = ReturnType<typeof createUploadFinisher>

const isRefusal = (error: unknown) =>
  error instanceof AppError && error.code !== 'RATE_LIMITED' && statusOf[error.code] < 500

export const uploadNotFound = () => new AppError('NOT_FOUND', 'Upload not found')
