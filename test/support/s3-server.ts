import { stat } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
// @ts-expect-error the package doesn't have types
import S3rver from '@20minutes/s3rver'
import { hasCode } from '#server/platform/storage/durable-files.ts'
import { parseStorageUrl } from '#server/platform/storage/parse-storage-url.ts'
import type { S3Options } from '#server/platform/storage/storage.ts'

export type TestS3 = { options: S3Options; close: () => Promise<void> }

const bucket = 'pictures'

const optionsFor = (port: number): S3Options => ({
  bucket,
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${port}`,
  forcePathStyle: true,
})

/**
 * Uses the server in TEST_S3_URL or starts a test server. TEST_S3_URL has the same format as STORAGE_URL and needs its
 * own bucket. The keys are read from the environment.
 */
export async function startGivenOrTestS3(directory: string): Promise<TestS3> {
  const { TEST_S3_URL: url } = process.env
  return url ? { options: parseStorageUrl(url), close: async () => {} } : startTestS3(directory)
}

/** The access key and the secret are both S3RVER. */
export async function startTestS3(directory: string): Promise<TestS3> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    // S3rver miscalculates the signature of paths that end in a slash.
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { store } = server
  const { putObject, deleteObject } = store
  // S3rver responds before it has written the last bytes.
  store.putObject = async (object: { bucket: string; key: string }) => {
    const result = await putObject.call(store, object)
    const path = store.getResourcePath(object.bucket, object.key, 'object')
    while ((await stat(path)).size < result.size) await delay(2)
    return result
  }
  // S3rver fails if a concurrent delete has just removed the folder.
  store.deleteObject = async (...target: unknown[]) => {
    try {
      await deleteObject.apply(store, target)
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTEMPTY')) throw error
    }
  }
  const { port }: AddressInfo = await server.run()
  return { options: optionsFor(port), close: () => server.close() }
}

export async function startFakeS3(listener: RequestListener): Promise<TestS3> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { options: optionsFor(port), close }
}
