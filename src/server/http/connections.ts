import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from './app-types.ts'

/** Less than this in this time only holds a connection; a poor phone line brings many times more. */
const slow = { bytes: 4_000, perMs: 8_000 }

type Connection = { requests: number; last?: IncomingMessage; seen: Look }

/** A connection at one moment: what it was receiving, whether it was sending, and how far it had got. */
type Look = { receiving: IncomingMessage | undefined; isSending: boolean; received: number; sent: number }

/** Watches every connection: closes those that only hold a place, and all of them, gently, when we stop. */
export function watchConnections(app: App) {
  const connections = new Map<Socket, Connection>()
  let openRequests = 0
  let isStopping = false

  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { requests: 0, seen: { receiving: undefined, isSending: false, received: 0, sent: 0 } })
    socket.once('close', () => connections.delete(socket))
  })

  // What is answered before Fastify (ready-answers.ts) is never open: its last byte is written with its first.
  app.addHook('onRequest', ({ raw: request }, reply, done) => {
    const connection = connections.get(request.socket)
    if (connection) {
      openRequests++
      connection.requests++
      connection.last = request
      reply.raw.once('close', () => {
        openRequests--
        connection.requests--
        if (isStopping && connection.requests === 0) request.socket.destroySoon()
      })
    }
    done()
  })

  const timer = setInterval(() => {
    for (const [socket, connection] of connections) {
      const now = lookAt(socket, connection)
      if (isStalled(connection.seen, now)) socket.destroy()
      connection.seen = now
    }
  }, slow.perMs)
  timer.unref()

  // Open requests finish; whoever has none, or never sent one, would keep us waiting for nothing once it has its answer.
  app.addHook('preClose', async () => {
    isStopping = true
    for (const [socket, { requests }] of connections) if (requests === 0) socket.destroySoon()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onClose', async () => clearInterval(timer))
  return { openRequests: () => openRequests, isStopping: () => isStopping }
}

function lookAt(socket: Socket, { requests, last }: Connection): Look {
  return {
    receiving: requests > 0 && last?.complete === false ? last : undefined,
    isSending: socket.writableLength > 0,
    received: socket.bytesRead,
    sent: sentOn(socket),
  }
}

/** At the same thing as before, and hardly further: what began in between gets its time. */
function isStalled(before: Look, now: Look) {
  const isReceivingStill = now.receiving !== undefined && now.receiving === before.receiving
  if (isReceivingStill && now.received - before.received < slow.bytes) return true
  return before.isSending && now.isSending && now.sent - before.sent < slow.bytes
}

/** What has left this process. The socket itself counts a write only when its last byte has gone, and writes can be large. */
function sentOn(socket: Socket) {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } }
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength
}
