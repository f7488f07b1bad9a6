import type { FastifyReply } from 'fastify'
import { AppError } from '#shared/errors.ts'

/** Aborted when whoever asked has gone: what waits for its turn leaves the queue, and what has begun goes on. */
export function signalOfHangUp(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // Also after an answer, when nobody listens any more.
  reply.raw.once('close', () => gone.abort(new AppError('UNAVAILABLE', 'Nobody waits for the answer any more')))
  return gone.signal
}
