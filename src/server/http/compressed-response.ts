import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bestEncoding } from './accepts.ts'
import { sendResponse } from './hot-reads.ts'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Serves a large text that never changes at runtime. It's read and compressed once, on the first request. */
export function createCompressedResponse(contentType: string, read: () => Promise<Buffer> | Buffer) {
  let compressing: Promise<{ plain: Buffer; br: Buffer; gzip: Buffer }> | undefined

  async function compress() {
    const plain = await read()
    const [br, gzip] = await Promise.all([toBrotli(plain, brotliOptions), toGzip(plain)])
    return { plain, br, gzip }
  }

  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    compressing ??= compress()
    const bodies = await compressing.catch((error) => {
      compressing = undefined
      throw error
    })
    const encoding = bestEncoding(headers)
    return sendResponse(reply, {
      status: 200,
      headers: {
        'content-type': contentType,
        vary: 'accept-encoding',
        ...(encoding && { 'content-encoding': encoding }),
      },
      body: bodies[encoding ?? 'plain'],
    })
  }
}
