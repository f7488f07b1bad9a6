import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { App } from './app-types.ts'

/** A request that brings less than this in this time only holds a connection; a poor phone line brings many times more. */
const slow = { bytes: 4_000, perMs: 8_000 }
/**
 * Only a reader who takes nothing at all is given up. One who reads slowly can look still for long: between us and them lie
 * megabytes of the system's and of proxies' buffers, and room in them is told of only when a third is free.
 */
const stillStepsAllowed = Math.ceil(60_000 / slow.perMs)

/**
 * A connection that was taken just before we stop may have its first request on the way, and a proxy may not send that to
 * another node once it was sent here.
 */
const firstRequestMs = 1000

type Connection = { responses: Set<ServerResponse>; last?: IncomingMessage; seen: Progress }

/** A connection at one moment: what it was receiving and how far it had got, and how long it has been sending in vain. */
type Progress = { receiving: IncomingMessage | undefined; received: number; sent: number; stillSteps: number }

/** Watches every connection: closes those that only hold a place, and all of them, gently, when we stop. */
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

  /** For every request; what the fast path answers at once is never open: its last byte is written with its first. */
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

  // Open requests finish; whoever has none would keep us waiting for nothing once it has its answer.
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

/** Aborted when whoever asked has hung up: what waits for its turn leaves the queue, and what has begun goes on. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // Also after an answer, when nobody listens any more.
  reply.raw.once('close', () => gone.abort(new AppError('UNAVAILABLE', 'Nobody waits for the answer any more')))
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

/** Receiving the same as before, and hardly further: what began in between gets its time. Or not read at all for long. */
function isStalled(before: Progress, now: Progress) {
  const isReceivingStill = now.receiving !== undefined && now.receiving === before.receiving
  if (isReceivingStill && now.received - before.received < slow.bytes) return true
  return now.stillSteps >= stillStepsAllowed
}

/** The system has taken it. A write counts with its last byte only; ours are small enough for the time that they are given. */
const sentOn = (socket: Socket) => socket.bytesWritten - socket.writableLength
