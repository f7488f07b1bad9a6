import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { inParallel } from '../concurrency/in-parallel.ts'
import { noteStreamedBytes } from '../garbage-collection.ts'
import { withIdleTimeout } from './idle-timeout.ts'
import { createRetry } from './retry.ts'
import { createS3Client } from './s3-client.ts'
import {
  assertKey,
  assertPrefix,
  assertRange,
  orUnavailable,
  type S3Options,
  type Storage,
  type StoredFile,
} from './storage.ts'

const uploadsAtOnce = 6
const keysPerDelete = 1000

/**
 * `answerMs` is the timeout for a response, including retries. After a failed upload, `cleanUpMs` is the timeout for
 * the uploads still running, and then again for removing the uploaded files.
 */
export type S3Timeouts = { connectMs: number; answerMs: number; cleanUpMs: number; idleMs: number }
const defaultTimeouts: S3Timeouts = { connectMs: 2_000, answerMs: 10_000, cleanUpMs: 1_500, idleMs: 10_000 }

/** The SDK finds the credentials in the environment or elsewhere, such as in an instance role. */
export function createS3Storage(options: S3Options, timeouts: S3Timeouts = defaultTimeouts): Storage {
  const Bucket = options.bucket
  const client = createS3Client(options, timeouts.connectMs)
  const withRetries = createRetry(timeouts.answerMs)

  async function upload({ key, body }: StoredFile, signal: AbortSignal): Promise<void> {
    const bytes = Buffer.isBuffer(body) ? body.length : (await stat(body.path)).size
    const target = { Bucket, Key: key, ContentLength: bytes }
    await withRetries(
      async (deadline) => {
        if (Buffer.isBuffer(body)) return client.send(new PutObjectCommand({ ...target, Body: body }), until(deadline))
        const stream = createReadStream(body.path).on('error', (error) => deadline.abort(error))
        try {
          return await client.send(new PutObjectCommand({ ...target, Body: stream }), until(deadline))
        } finally {
          stream.destroy()
          noteStreamedBytes(bytes)
        }
      },
      { bytes, signal },
    )
  }

  async function removeKeys(keys: string[], limits: { maxTries?: number; timeoutMs?: number } = {}): Promise<void> {
    for (let i = 0; i < keys.length; i += keysPerDelete) {
      const Objects = keys.slice(i, i + keysPerDelete).map((Key) => ({ Key }))
      const command = () => new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })
      const { Errors } = await withRetries((deadline) => client.send(command(), until(deadline)), limits)
      if (Errors?.[0]) throw new Error(`${Errors.length} objects weren't deleted: ${Errors[0].Code}`)
    }
  }

  const storage: Storage = {
    async put(files) {
      for (const { key } of files) assertKey(key)
      await orUnavailable(async () => {
        let arrived = 0
        const failed = new AbortController()
        let graceTimer: NodeJS.Timeout | undefined
        try {
          await inParallel(files, uploadsAtOnce, async (file) => {
            try {
              await upload(file, failed.signal)
              arrived++
            } catch (error) {
              // Let running uploads finish, because an aborted one could still be written after the cleanup below.
              graceTimer ??= setTimeout(() => failed.abort(error), timeouts.cleanUpMs)
              throw error
            }
          }).finally(() => clearTimeout(graceTimer))
        } catch (error) {
          // If no file was uploaded, skip the cleanup. The server may hang, and the caller has waited long enough.
          const keys = files.map(({ key }) => key)
          if (arrived > 0) await removeKeys(keys, { maxTries: 1, timeoutMs: timeouts.cleanUpMs }).catch(() => {})
          throw error
        }
      })
    },

    async open(key, range) {
      assertKey(key)
      assertRange(range)
      const target = { Bucket, Key: key }
      const Range = range && `bytes=${range.start}-${range.end}`
      return orUnavailable(async () => {
        try {
          const command = () => new GetObjectCommand({ ...target, Range })
          const answer = await withRetries((deadline) => client.send(command(), until(deadline)))
          const size = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength)
          const stream = withIdleTimeout(answer.Body as Readable, timeouts.idleMs)
          stream.once('end', () => noteStreamedBytes(answer.ContentLength ?? 0))
          return { size, stream }
        } catch (error) {
          if (isNamed(error, 'NoSuchKey')) return undefined
          if (!isNamed(error, 'InvalidRange')) throw error
          const answer = await withRetries((deadline) => client.send(new HeadObjectCommand(target), until(deadline)))
          return { size: answer.ContentLength ?? 0, stream: Readable.from([]) }
        }
      })
    },

    async read(key) {
      const object = await storage.open(key)
      return object && (await orUnavailable(() => buffer(object.stream)))
    },

    async remove(keys) {
      for (const key of keys) assertKey(key)
      await orUnavailable(() => removeKeys(keys))
    },

    async removeAll(prefix) {
      const keys: string[] = []
      for await (const { key } of storage.list(prefix)) keys.push(key)
      await storage.remove(keys)
    },

    async *list(prefix) {
      assertPrefix(prefix)
      let ContinuationToken: string | undefined
      do {
        const command = () => new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken })
        const page = await orUnavailable(() => withRetries((deadline) => client.send(command(), until(deadline))))
        for (const { Key, Size = 0, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { key: Key, bytes: Size, modifiedAt: LastModified }
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken)
    },

    check: () =>
      orUnavailable(async () => {
        // Don't write, because health is checked often and a versioned bucket would keep every write.
        await withRetries((deadline) => client.send(new HeadBucketCommand({ Bucket }), until(deadline)), {
          maxTries: 1,
        })
      }),

    close: async () => client.destroy(),
  }
  return storage
}

const until = (deadline: AbortController) => ({ abortSignal: deadline.signal })
const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name
