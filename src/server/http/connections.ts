import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from './app-types.ts'

/** Less than this in this time only holds a connection; a poor phone line brings many times more. */
const slow = { bytes: 4_000, perMs: 8_000 }

type Connection = { responses: Set<ServerResponse>; last?: IncomingMessage; seen: Progress }

/** A connection at one moment: what it was receiving, whether it was sending, and how far it had got. */
type Progress = { receiving: IncomingMessage | undefined; isSending: boolean; received: number; sent: number }

/** Watches every connection: closes those that only hold a place, and all of them, gently, when we stop. */
export function watchConnections(app: App) {
  const connections = new Map<Socket, Connection>()
  let openRequests = 0
  let isStopping = false

  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, {
      responses: new Set(),
      seen: { receiving: undefined, isSending: false, received: 0, sent: 0 },
    })
    socket.once('close', () => connections.delete(socket))
  })

  /** For every request; what the fast path answers is never open: its last byte is written with its first. */
  function track(request: IncomingMessage, response: ServerResponse) {
    const connection = connections.get(request.socket)
    if (!connection) return
    openRequests++
    connection.last = request
    connection.responses.add(response)
    if (isStopping) response.setHeader('connection', 'close')
    response.once('close', () => {
      openRequests--
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

  // Open requests finish; whoever has none, or never sent one, would keep us waiting for nothing once it has its answer.
  app.addHook('preClose', async () => {
    isStopping = true
    for (const [socket, { responses }] of connections) {
      if (responses.size === 0) socket.destroySoon()
      for (const response of responses) if (!response.headersSent) response.setHeader('connection', 'close')
    }
  })
  app.addHook('onClose', async () => clearInterval(timer))
  return { track, openRequests: () => openRequests, isStopping: () => isStopping }
}
export type Connections = ReturnType<typeof watchConnections>

function progressOf(socket: Socket, { responses, last }: Connection): Progress {
  return {
    receiving: responses.size > 0 && last?.complete === false ? last : undefined,
    isSending: socket.writableLength > 0,
    received: socket.bytesRead,
    sent: sentOn(socket),
  }
}

/** At the same thing as before, and hardly further: what began in between gets its time. */
function isStalled(before: Progress, now: Progress) {
  const isReceivingStill = now.receiving !== undefined && now.receiving === before.receiving
  if (isReceivingStill && now.received - before.received < slow.bytes) return true
  return before.isSending && now.isSending && now.sent - before.sent < slow.bytes
}

/** What has left this process. The socket itself counts a write only when its last byte has gone, and writes can be large. */
function sentOn(socket: Socket) {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } }
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength
}
