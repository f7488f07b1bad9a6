import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bestEncoding } from './accepts.ts'
import { sendCached } from './fast-path/fast-path.ts'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A large text that never changes while we run: read and compressed once, when somebody first asks for it. */
export function createCompressedResponse(contentType: string, read: () => Promise<Buffer> | Buffer) {
  let packing: Promise<{ plain: Buffer; br: Buffer; gzip: Buffer }> | undefined

  async function pack() {
    const plain = await read()
    const [br, gzip] = await Promise.all([toBrotli(plain, brotliOptions), toGzip(plain)])
    return { plain, br, gzip }
  }

  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    packing ??= pack()
    const packed = await packing.catch((error) => {
      packing = undefined
      throw error
    })
    const encoding = bestEncoding(headers)
    return sendCached(reply, {
      status: 200,
      headers: {
        'content-type': contentType,
        vary: 'accept-encoding',
        ...(encoding && { 'content-encoding': encoding }),
      },
      body: packed[encoding ?? 'plain'],
    })
  }
}
