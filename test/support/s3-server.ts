import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rename, rm, stat } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
// @ts-expect-error the package doesn't have types
import S3rver from '@20minutes/s3rver'
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
  const { putContent } = store
  let written = 0
  // S3rver overwrites objects in place, and responds before it has written the last bytes.
  store.putContent = async (path: string, content: unknown) => {
    const temporary = `${path}.${++written}`
    const result: [number, string] = await putContent.call(store, temporary, content)
    while ((await stat(temporary)).size < result[0]) await delay(2)
    await rename(temporary, path)
    return result
  }
  // S3rver also removes the folder if it's empty, together with an object that was just put there.
  store.deleteObject = async (...[bucket, key]: [string, string]) => {
    for (const resource of ['object', 'object.md5', 'metadata.json']) {
      await rm(store.getResourcePath(bucket, key, resource), { force: true })
    }
  }
  const { port }: AddressInfo = await server.run()
  return { options: optionsFor(port), close: () => server.close() }
}

/** Starts the test server in a process of its own, because it lists large buckets without a pause. */
export async function startS3Process(directory: string): Promise<TestS3> {
  const child = fork(join(import.meta.dirname, 's3-process.ts'), [directory])
  const [options]: S3Options[] = await once(child, 'message')
  if (!options) throw new Error("the test S3 server didn't start")
  const close = async () => {
    const exited = once(child, 'exit')
    child.disconnect()
    await exited
  }
  return { options, close }
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
