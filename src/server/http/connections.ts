import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { App } from './app-types.ts'

/** A request slower than this only ties up a connection. Even a poor mobile connection is many times faster. */
const slow = { bytes: 4_000, perMs: 8_000 }
/**
 * Only readers that accept no data for over a minute are cut off. A slow reader can seem stuck for a long time, because
 * the kernel and proxies buffer megabytes in between.
 */
const stillStepsAllowed = Math.ceil(60_000 / slow.perMs)

/**
 * How long shutdown waits for the first request on a new connection. It may be in flight, and a proxy can't safely
 * retry it on another node.
 */
const firstRequestMs = 1000

type Connection = { responses: Set<ServerResponse>; last?: IncomingMessage; seen: Progress }

/** `stillSteps` counts the checks since the output last moved. */
type Progress = { receiving: IncomingMessage | undefined; received: number; sent: number; stillSteps: number }

/** Closes stalled connections, and drains the others on shutdown. */
export function watchConnections(app: App) {
  const connections = new Map<Socket, Connection>()
  let isStopping = false

  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, {
      responses: new Set(),
      seen: { receiving: undefined, received: 0, sent: 0, stillSteps: 0 },
    })
    socket.once('close', () => connections.delete(socket))
  })

  /** Hot reads that are ready aren't tracked, because each of them is a single write. */
  function track(request: IncomingMessage, response: ServerResponse) {
    const connection = connections.get(request.socket)
    if (!connection) return
    connection.last = request
    connection.responses.add(response)
    if (isStopping) response.setHeader('connection', 'close')
    response.once('close', () => {
      connection.responses.delete(response)
      if (isStopping && connection.responses.size === 0) request.socket.destroySoon()
    })
  }

  const timer = setInterval(() => {
    for (const [socket, connection] of connections) {
      const now = progressOf(socket, connection)
      if (isStalled(connection.seen, now)) socket.destroy()
      connection.seen = now
    }
  }, slow.perMs)
  timer.unref()

  // Let open requests finish, and close idle connections, which would only delay the shutdown.
  app.addHook('preClose', async () => {
    isStopping = true
    for (const [socket, { responses, last }] of connections) {
      const endUnused = () => responses.size === 0 && socket.destroySoon()
      if (last) endUnused()
      else setTimeout(endUnused, firstRequestMs)
      for (const response of responses) if (!response.headersSent) response.setHeader('connection', 'close')
    }
  })
  app.addHook('onClose', async () => clearInterval(timer))
  return { track, isStopping: () => isStopping }
}
export type Connections = ReturnType<typeof watchConnections>

/** Aborts when the client disconnects, which removes queued work. Work that has started continues. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // A normal response triggers this too, but by then the signal has no effect.
  reply.raw.once('close', () => gone.abort(new AppError('UNAVAILABLE', 'The client disconnected')))
  return gone.signal
}

function progressOf(socket: Socket, { last, seen }: Connection): Progress {
  const sent = sentOn(socket)
  const isStill = socket.writableLength > 0 && sent === seen.sent
  return {
    receiving: last?.complete === false ? last : undefined,
    received: socket.bytesRead,
    sent,
    stillSteps: isStill ? seen.stillSteps + 1 : 0,
  }
}

/**
 * A connection is stalled if its request made hardly any progress between two checks, or if its client hasn't read for
 * a long time. A request that began after the previous check isn't stalled yet.
 */
function isStalled(before: Progress, now: Progress) {
  const isReceivingStill = now.receiving !== undefined && now.receiving === before.receiving
  if (isReceivingStill && now.received - before.received < slow.bytes) return true
  return now.stillSteps >= stillStepsAllowed
}

/**
 * Counts bytes handed to the kernel. A write counts only once its last byte is out, but our writes are small enough to
 * finish in the allowed time.
 */
const sentOn = (socket: Socket) => socket.bytesWritten - socket.writableLength
