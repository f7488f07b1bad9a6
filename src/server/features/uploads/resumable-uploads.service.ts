import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { requireShare } from '#server/platform/concurrency/fair-share.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { siteOf } from '#server/platform/network.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Caller } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { bytesOfMb } from '#shared/limits.ts'
import type { Creator, ResumableUpload, ResumableUploadRepository } from './resumable-uploads.repository.ts'
import type { UploadCreators } from './upload-creators.service.ts'
import { type UploadFinisher, uploadLifetimeMs, uploadNotFound } from './upload-finisher.service.ts'
import { newPart, partsOf } from './upload-parts.ts'

type Dependencies = {
  resumableUploads: ResumableUploadRepository
  finisher: UploadFinisher
  creators: UploadCreators
  storage: Storage
  signer: Signer
  rateLimits: RateLimits
  clock: Clock
  tempDir: string
  fileLimitMb: number
  onDeletionScheduled: () => void
}

type NewUpload = { length: number; metadata: Map<string, string>; fileName: string }

/** `bytes` is undefined if the client didn't announce them. */
type Body = {
  bytes: number | undefined
  receive: (
    path: string,
    options: { maxBytes: number; signal: AbortSignal; stopSignal: AbortSignal },
  ) => Promise<{ bytes: number }>
}

const idleMs = minutes(10)
const maxUnfinished = { owner: 32, guest: 8 }
/** Small parts cost more than they carry. Even 10 MB in pieces of 10 kB are fewer. */
const maxParts = 1000
const unfinishedBytesOfLink = 5e9
const maxTries = 100

/** The tus protocol on our storage: https://tus.io/protocols/resumable-upload */
export function createResumableUploadService(dependencies: Dependencies) {
  const { resumableUploads, finisher, creators, storage, signer, rateLimits, clock, tempDir, fileLimitMb } =
    dependencies
  const { onDeletionScheduled } = dependencies
  /** The requests of this node that are adding a part. */
  const writing = new Map<string, ReturnType<typeof newWriter>>()
  /** Claims of the same upload take turns, so that only a request with an older claim is aborted. */
  const { withPermit: inTurn } = createFairSemaphore({ permits: Number.POSITIVE_INFINITY, permitsPerKey: 1 })

  async function requireOwn(caller: Caller, id: string) {
    const upload = await resumableUploads.find(id, instantNow(clock))
    if (!upload || !(await creators.isCreator(upload, caller))) throw uploadNotFound()
    return upload
  }

  /** Finishes the upload if all bytes have arrived. Otherwise, throws if the client couldn't send the rest. */
  async function resume(caller: Caller, id: string) {
    const upload = await requireOwn(caller, id)
    if (upload.offset < upload.length) await finisher.orRemove(id, () => creators.requireStillAdding(upload, caller))
    return finisher.finishIfPossible(upload, caller)
  }

  /** A client that asks for the offset has lost its connection, even if we haven't noticed. Keeps the bytes that arrived. */
  async function stopWriting(id: string) {
    const writer = writing.get(id)
    writer?.stop.abort()
    await writer?.ended.promise
  }

  async function takeSlot(creator: Creator, insert: (slot: number) => Promise<boolean>) {
    const max = 'userId' in creator ? maxUnfinished.owner : maxUnfinished.guest
    for (let tries = 0; tries < maxTries; tries++) {
      const unfinished = await resumableUploads.listUnfinished(creator)
      const taken = new Set(unfinished.map(({ slot }) => slot))
      const free = Array.from({ length: max }, (_, slot) => slot).filter((slot) => !taken.has(slot))
      // A random slot, because concurrent calls would all try the first one.
      const slot = free[Math.floor(Math.random() * free.length)] ?? (await freeIdle(unfinished))
      if (slot !== undefined && (await insert(slot))) return
    }
    throw tooManyUnfinished()
  }

  async function freeIdle([oldest]: { id: string; slot: number; touchedAt: string }[]) {
    if (!oldest || oldest.touchedAt > instantIn(clock, -idleMs)) throw tooManyUnfinished()
    if (!(await resumableUploads.removeIdle(oldest.id, oldest.touchedAt))) return undefined
    onDeletionScheduled()
    return oldest.slot
  }

  async function requireFairShare(upload: ResumableUpload, bytes: number) {
    const { all, own } = await resumableUploads.reservedIn(upload)
    const refusal = { what: 'unfinished uploads', of: 'network', retryAfterSeconds: 60 } as const
    requireShare(upload.offset + bytes, { own, free: unfinishedBytesOfLink - all }, refusal)
  }

  async function addPart(upload: ResumableUpload, { bytes: announced, receive }: Body) {
    const { id, offset, length, passId } = upload
    const claim = { id, offset, writer: newId() }
    const writer = newWriter()
    const claimAndReplace = async () => {
      const bytes = announced ?? length - offset
      if (!(await resumableUploads.claim({ ...claim, bytes, passId, now: instantNow(clock) }))) throw wrongOffset()
      writing.get(id)?.abort.abort(wrongOffset())
      writing.set(id, writer)
    }
    await inTurn(claimAndReplace, { key: id })
    const name = newPart(offset)
    const path = join(tempDir, `upload-${claim.writer}`)
    try {
      const [signal, stopSignal] = [writer.abort.signal, writer.stop.signal]
      const { bytes } = await receive(path, { maxBytes: length - offset, signal, stopSignal })
      if (bytes === 0) return await resumableUploads.release(claim)
      const key = partsOf(id) + name
      await storage.put([{ key, body: { path } }])
      const now = instantNow(clock)
      const part = { name, bytes, now, expiresAt: instantIn(clock, uploadLifetimeMs) }
      if (await resumableUploads.addPart(claim, part)) return
      await storage.remove([key])
      throw (await resumableUploads.find(id, now)) ? wrongOffset() : uploadNotFound()
    } catch (error) {
      await resumableUploads.release(claim)
      throw error
    } finally {
      if (writing.get(id) === writer) writing.delete(id)
      writer.ended.resolve()
      await rm(path, { force: true })
    }
  }

  return {
    maxBytes: bytesOfMb(fileLimitMb),

    async create(caller: Caller, network: string, { length, metadata, fileName }: NewUpload) {
      if (length > bytesOfMb(fileLimitMb)) {
        throw new AppError('FILE_TOO_LARGE', `"${fileName}" is too large. The limit is ${fileLimitMb} MB.`)
      }
      const { linkId, creator, passId, fields, opened } = await creators.enter({ caller, network, metadata, length })
      if ('guestId' in creator) await rateLimits.guestUploads.takeOrThrow({ guest: creator.guestId })
      const upload = {
        id: newId(),
        linkId,
        creator,
        passId,
        network: signer.sign(`upload/${siteOf(network)}`),
        fileName,
        fields,
        length,
        expiresAt: instantIn(clock, uploadLifetimeMs),
      }
      await takeSlot(creator, (slot) => resumableUploads.insert(upload, slot, instantNow(clock)))
      return { id: upload.id, expiresAt: upload.expiresAt, opened }
    },

    /** Ends a request that's still adding a part, and finishes the upload if all bytes have arrived. */
    async find(caller: Caller, id: string) {
      await requireOwn(caller, id)
      await stopWriting(id)
      return resume(caller, id)
    },

    async get(caller: Caller, id: string) {
      const upload = await resume(caller, id)
      const { offset, length, expiresAt } = upload
      const isRepeat = upload.isRepeat ? { isRepeat: true as const } : {}
      const image = await creators.findImage(upload, caller)
      return { offset, length, expiresAt, image: image ? { ...image, ...isRepeat } : null, ...isRepeat }
    },

    /** Adds the bytes that arrive, even if the client disconnects. Finishes the upload if it's complete. */
    async append(caller: Caller, id: string, offset: number, body: Body) {
      const upload = await requireOwn(caller, id)
      if (offset !== upload.offset) throw wrongOffset()
      const missing = upload.length - offset
      if ((body.bytes ?? 0) > missing) throw invalidField('Upload-Length', 'The upload is longer than announced')
      if (upload.imageId !== null) return upload
      if (missing > 0) {
        const { passId } = await finisher.orRemove(id, () => creators.requireRoom(upload, caller))
        if (body.bytes === 0) return upload
        if (upload.parts.length >= maxParts) throw tooManyParts()
        if ('guestId' in upload.creator) await requireFairShare(upload, body.bytes ?? missing)
        await addPart({ ...upload, passId }, body)
      }
      return finisher.finishIfComplete(await requireOwn(caller, id), caller)
    },

    async remove(caller: Caller, id: string) {
      await requireOwn(caller, id)
      await resumableUploads.remove(id)
      writing.get(id)?.abort.abort(uploadNotFound())
      onDeletionScheduled()
    },
  }
}
export type ResumableUploadService = ReturnType<typeof createResumableUploadService>

const newWriter = () => ({
  abort: new AbortController(),
  stop: new AbortController(),
  ended: Promise.withResolvers<void>(),
})

const wrongOffset = () =>
  new AppError('UPLOAD_OFFSET', 'The upload continues at another offset. Ask for the offset and send the rest.')

const tooManyParts = () => invalidField('body', 'This upload arrived in too many pieces. Please start it again.')

const tooManyUnfinished = () =>
  new AppError('RATE_LIMITED', 'You have too many unfinished uploads. Finish or cancel one, or try again later.', {
    retryAfterSeconds: 60,
  })
