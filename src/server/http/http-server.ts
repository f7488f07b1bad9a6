import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createTurnBudget } from '#server/platform/concurrency/turn-budget.ts'

/** Node checks the header and request timeouts every two seconds. See also connections.ts. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
  requireHostHeader: false,
}
const silenceMs = 60_000

/** A connection that pipelines more requests is closed. Browsers and proxies don't pipeline. */
const maxPipelined = 20

/** A shorter event loop iteration without new connections counts as quiet. */
const quietTurnMs = 0.3
/** After this time, the server stops listening even without a quiet iteration. */
const longestArrivalsMs = 1000

/** Other requests start in turns, so that a burst of them doesn't delay responses that are ready. */
const startsPerTurn = 4

/** Calls `answerReady` first. If it returns false, `handle` responds. */
export function createHttpServer(
  answerReady: (...exchange: Parameters<RequestListener>) => boolean,
  handle: RequestListener,
): Server {
  const takeStart = createTurnBudget(startsPerTurn)
  const answer: RequestListener = (request, response) => {
    if (answerReady(request, response)) return
    const turn = takeStart(1)
    if (!turn) return handle(request, response)
    void turn.then(() => handle(request, response))
  }
  const enqueue = createPipeline(answer)
  const server = createServer(limits, (request, response) => {
    // Node assigns the socket once the previous response on the connection is finished.
    if (response.socket) answer(request, response)
    else enqueue(request, response)
  })
  closeAfterArrivals(server)
  return server.setTimeout(silenceMs)
}

/**
 * When a server stops listening, clients that have connected but aren't accepted yet are cut off. A proxy can't tell
 * whether their requests were processed, so the server keeps accepting until no new connections arrive.
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
      // New connections may have arrived during a long iteration.
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
 * Node delivers pipelined requests immediately, no matter how many earlier responses are unread. This queue holds each
 * one back until the previous response is finished, so a connection has only one request in progress.
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
      // Let other connections run first, and let Node finish assigning the socket.
      setImmediate(() => {
        if (!socket.destroyed) answer(request, response)
      })
    })
  }
}
