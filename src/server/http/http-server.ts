import { createServer, type RequestListener, type Server } from 'node:http'

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

/** A server that asks `answerReady` first; what that leaves goes to `handle`. */
export function createHttpServer(
  answerReady: (...exchange: Parameters<RequestListener>) => boolean,
  handle: RequestListener,
): Server {
  const server = createServer(limits, (request, response) => {
    if (!answerReady(request, response)) handle(request, response)
  })
  return server.setTimeout(silenceMs)
}
