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

/** A turn of the event loop in which hardly anything was done. */
const quietTurnMs = 0.3
/** Where there never is one, a server stops all the same. */
const longestArrivalsMs = 1000

/** A server that asks `answerReady` first; what that leaves goes to `handle`. */
export function createHttpServer(
  answerReady: (...exchange: Parameters<RequestListener>) => boolean | Promise<boolean>,
  handle: RequestListener,
): Server {
  const answer: RequestListener = (request, response) => {
    const isAnswered = answerReady(request, response)
    if (isAnswered === false) handle(request, response)
    else if (isAnswered !== true) void isAnswered.then((isSo) => isSo || handle(request, response))
  }
  const enqueue = createPipeline(answer)
  const server = createServer(limits, (request, response) => {
    // Node gives the response its socket when the one before it on the connection is finished.
    if (response.socket) answer(request, response)
    else enqueue(request, response)
  })
  closeAfterArrivals(server)
  return server.setTimeout(silenceMs)
}

/**
 * Whoever has connected but was not accepted yet is cut off when a server stops listening, and a proxy before it cannot know
 * whether their request was worked on. So it goes on until nobody arrives.
 */
function closeAfterArrivals(server: Server) {
  const close = server.close.bind(server)
  server.close = (onClosed) => {
    const until = performance.now() + longestArrivalsMs
    let lastArrival = Number.NaN
    let turnBegan = Number.NaN
    const onArrival = () => {
      lastArrival = performance.now()
    }
    const closeIfQuiet = () => {
      const now = performance.now()
      // While a longer turn of the event loop went on, somebody may have come.
      const isQuiet = now - turnBegan < quietTurnMs && !(lastArrival >= turnBegan)
      turnBegan = now
      if (!isQuiet && now < until) return void setImmediate(closeIfQuiet)
      server.off('connection', onArrival)
      close(onClosed)
    }
    server.on('connection', onArrival)
    setImmediate(closeIfQuiet)
    return server
  }
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
