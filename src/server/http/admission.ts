import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { createFairShare } from '#server/platform/concurrency/fair-share.ts'
import { networkOf, siteOf } from '#server/platform/network.ts'
import type { App } from './app-types.ts'
import { RequestTooSlow } from './errors.ts'

/**
 * These limits are per node. Networks share `requests` and `bodies` fairly, and users share `uploads`
 * (platform/concurrency/fair-share.ts).
 */
const capacity = { requests: 1000, bodies: 400, uploads: 256 }

/**
 * How long a body can take to arrive after its headers. An upload can take longer while it makes progress
 * (connections.ts).
 */
const bodyTimeoutMs = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    releaseSlot: (() => void) | undefined
  }
  interface FastifyContextConfig {
    /** Whether the handler streams the body itself. */
    isUpload?: boolean
  }
}

/**
 * Decides which requests are accepted, before any handler runs. A request holds a "requests" slot, but while its body
 * is arriving, it holds a "bodies" slot instead. An upload holds no slot once its body has arrived.
 */
export function createAdmission(app: App) {
  app.decorateRequest('releaseSlot', undefined)
  const requests = createFairShare({
    capacity: capacity.requests,
    what: 'requests',
    of: 'network',
    retryAfterSeconds: 2,
  })
  const bodies = createFairShare({ capacity: capacity.bodies, what: 'requests', of: 'network', retryAfterSeconds: 5 })
  const uploads = createFairShare({ capacity: capacity.uploads, what: 'uploads', of: 'account', retryAfterSeconds: 5 })

  function admit(request: FastifyRequest, response: ServerResponse) {
    const isArriving = hasBody(request)
    request.releaseSlot = (isArriving ? bodies : requests).take(shareOf(request))
    response.once('close', () => request.releaseSlot?.())
    if (isArriving && !request.routeOptions.config.isUpload) limitBodyTime(request)
  }

  function limitBodyTime(request: FastifyRequest) {
    const { releaseSlot, raw } = request
    // The error reaches the code that reads the body, which then responds. Without a reader, just disconnect.
    const giveUp = () => void (raw.listenerCount('error') ? raw.emit('error', new RequestTooSlow()) : raw.destroy())
    const timer = setTimeout(giveUp, bodyTimeoutMs)
    request.releaseSlot = () => {
      clearTimeout(timer)
      releaseSlot?.()
    }
  }

  /** Runs after authentication, because each user has a share of the upload slots. */
  function admitUpload(request: FastifyRequest) {
    const { releaseSlot, raw, viewer } = request
    const releaseUpload = uploads.take(viewer?.userId ?? shareOf(request))
    request.releaseSlot = () => {
      releaseUpload()
      releaseSlot?.()
    }
    // Release the slots when the file has arrived. Processing it has a separate queue.
    raw.once('end', request.releaseSlot)
  }

  app.addHook('onRoute', (route) => {
    if (!route.config?.isUpload) return
    route.onRequest = (request, _reply, done) => {
      admitUpload(request)
      done()
    }
  })

  app.addHook('preValidation', (request, _reply, done) => {
    if (hasBody(request) && !request.routeOptions.config.isUpload) moveToOpen(request)
    done()
  })

  function moveToOpen(request: FastifyRequest) {
    const release = requests.take(shareOf(request))
    request.releaseSlot?.()
    request.releaseSlot = release
  }

  return { admit, openRequests: () => capacity.requests - requests.free }
}

const shareOf = ({ ip }: FastifyRequest) => siteOf(networkOf(ip))

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
