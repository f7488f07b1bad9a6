import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** If the stream fails, resets the connection, so buffered data is dropped instead of trickling out to a slow reader. */
export function sendStream(reply: FastifyReply, stream: Readable) {
  stream.once('error', () => reply.raw.socket?.resetAndDestroy())
  return reply.send(stream)
}
