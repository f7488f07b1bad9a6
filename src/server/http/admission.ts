import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { createFairShare } from '#server/platform/concurrency/fair-share.ts'
import { networkOf, siteOf } from '#server/platform/network.ts'
import type { App } from './app-types.ts'
import { RequestTooSlow } from './errors.ts'

/**
 * So much is under way at once on a node. Each is shared between networks, uploads between users, by
 * platform/concurrency/fair-share.ts: whoever takes more than their share is turned away, and the others do not notice.
 */
const capacity = { requests: 1000, bodies: 400, uploads: 256 }

/** So long after its headers a body may still arrive. An upload may take longer while it keeps moving (connections.ts). */
const bodyPatienceMs = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back what the request holds of what is scarce. */
    leave: (() => void) | undefined
  }
  interface FastifyContextConfig {
    /** The handler itself reads the body, as it comes. */
    isUpload?: boolean
  }
}

/** Decides before anything else which requests are accepted. A request counts as arriving until its body is whole, and then as open. */
export function createAdmission(app: App) {
  app.decorateRequest('leave', undefined)
  const requests = createFairShare({
    capacity: capacity.requests,
    what: 'requests',
    of: 'network',
    retryAfterSeconds: 2,
  })
  const bodies = createFairShare({ capacity: capacity.bodies, what: 'requests', of: 'network', retryAfterSeconds: 5 })
  const uploads = createFairShare({ capacity: capacity.uploads, what: 'uploads', of: 'account', retryAfterSeconds: 5 })

  /** Throws where the network has more than its share. */
  function admit(request: FastifyRequest, response: ServerResponse) {
    const isArriving = hasBody(request)
    request.leave = (isArriving ? bodies : requests).take(shareOf(request))
    response.once('close', () => request.leave?.())
    if (isArriving && !request.routeOptions.config.isUpload) hurry(request)
  }

  function hurry(request: FastifyRequest) {
    const { leave, raw } = request
    // Whoever reads the body is told as if it had broken off. Where nobody does there is nobody to answer either.
    const giveUp = () => void (raw.listenerCount('error') ? raw.emit('error', new RequestTooSlow()) : raw.destroy())
    const timer = setTimeout(giveUp, bodyPatienceMs)
    request.leave = () => {
      clearTimeout(timer)
      leave?.()
    }
  }

  /** Once it is known who uploads. */
  function admitUpload(request: FastifyRequest) {
    const { leave, raw, viewer } = request
    const leaveUploads = uploads.take(viewer?.userId ?? shareOf(request))
    request.leave = () => {
      leaveUploads()
      leave?.()
    }
    // What is done with it then has a queue of its own.
    raw.once('end', request.leave)
  }

  app.addHook('onRoute', (route) => {
    if (!route.config?.isUpload) return
    route.onRequest = (request, _reply, done) => {
      admitUpload(request)
      done()
    }
  })

  app.addHook('preValidation', (request, _reply, done) => {
    if (hasBody(request) && !request.routeOptions.config.isUpload) becomeOpen(request)
    done()
  })

  function becomeOpen(request: FastifyRequest) {
    const release = requests.take(shareOf(request))
    request.leave?.()
    request.leave = release
  }

  return { admit, openRequests: () => capacity.requests - requests.free }
}

const shareOf = ({ ip }: FastifyRequest) => siteOf(networkOf(ip))

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
