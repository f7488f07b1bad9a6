import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Slow headers and silent sockets are closed by Node, which looks for them every two seconds; see also connections.ts. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
  requireHostHeader: false,
}
const silenceMs = 60_000

/** Browsers and proxies send the next request after the answer; a connection with so many ahead of it is closed. */
const maxPipelined = 20

/** A server that asks `answerReady` first; what that leaves goes to `handle`. */
export function createHttpServer(
  answerReady: (...exchange: Parameters<RequestListener>) => boolean,
  handle: RequestListener,
): Server {
  const answer: RequestListener = (request, response) => {
    if (!answerReady(request, response)) handle(request, response)
  }
  const enqueue = createPipeline(answer)
  const server = createServer(limits, (request, response) => {
    // Node gives the response its socket when the one before it on the connection is finished.
    if (response.socket) answer(request, response)
    else enqueue(request, response)
  })
  return server.setTimeout(silenceMs)
}

/**
 * Node hands over a pipelined request at once, however many answers before it nobody has read yet. Here it waits for its turn:
 * so a connection has one request under way, whatever it sends.
 */
function createPipeline(answer: RequestListener) {
  const waiting = new WeakMap<Socket, number>()

  return (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    const { socket } = request
    const count = (waiting.get(socket) ?? 0) + 1
    if (count > maxPipelined) return void socket.destroy()
    waiting.set(socket, count)
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      // Other connections come in between; and Node is not done with the assignment yet.
      setImmediate(() => {
        if (!socket.destroyed) answer(request, response)
      })
    })
  }
}
