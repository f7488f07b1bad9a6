import { createHash } from 'node:crypto'
import { S3Client } from '@aws-sdk/client-s3'
import type { S3Options } from './storage.ts'

// The SDK also throws the errors it would print, and we log those where they're handled.
const ignore = () => {}
const silentLogger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

export function createS3Client({ endpoint, region, forcePathStyle }: S3Options, connectMs: number): S3Client {
  // Slow readers keep their sockets open, so with a limit they could lock out everyone else.
  const agent = { maxSockets: Number.POSITIVE_INFINITY }
  const client = new S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    maxAttempts: 1,
    logger: silentLogger,
    // Many other S3 servers don't support the newer checksums, and some don't support `Expect: 100-continue`.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    requestHandler: { connectionTimeout: connectMs, httpAgent: agent, httpsAgent: agent },
  })
  // Many S3 servers require this header for DeleteObjects, but the SDK no longer sends it.
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const request = args.request as { headers: Record<string, string>; body?: string | Uint8Array }
        if (commandName === 'DeleteObjectsCommand' && request.body) {
          request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64')
        }
        return next(args)
      },
    { step: 'build', name: 'contentMd5' },
  )
  return client
}
