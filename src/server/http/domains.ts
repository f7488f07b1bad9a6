import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LazyPromise, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import type { OwnDomain } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { isPage } from '#shared/pages.ts'
import type { App } from './app-types.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the request is for an owner's domain. */
    domain: OwnDomain | undefined
  }
  interface FastifyContextConfig {
    isOnDomains?: boolean
  }
}

/** Finds the domain by the Host header, which a proxy has to pass on. */
export type FindDomain = (host: string | undefined) => ReadyOrLazy<OwnDomain | undefined>

/** The URL of a gallery on a domain. Names of files have a dot. */
export const galleryOnDomain = '/:slug(^[\\w-]+$)'

/** Routes with this constraint only exist on domains. */
export const onlyOnDomains = { isOnDomain: true }

const gallery = /^\/[\w-]+$/

/** Whether the path is the URL of a gallery on a domain. If a slug is also the name of a page, the page wins. */
export const isGalleryPath = (path: string) => gallery.test(path) && !isPage(path)

const longGallery = /^\/links\/[\w-]+$/

/** The path as the router reads it. */
function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Files of the web app, such as its icon, and pages that it renders in the browser. */
const isOfWebApp = ({ routeOptions: { url } }: FastifyRequest, path: string) =>
  (url === '/*' && path.slice(path.lastIndexOf('/')).includes('.')) ||
  path.startsWith('/assets/') ||
  /^\/follow\/[^/]+$/.test(path)

type RouteHandlers = ReturnType<Parameters<App['addConstraintStrategy']>[0]['storage']>
type RouteHandler = Parameters<RouteHandlers['set']>[1]

export function useDomains(app: App, { findDomain, publicUrl }: { findDomain: FindDomain; publicUrl: string }) {
  app.decorateRequest('domain', undefined)

  app.addConstraintStrategy({
    name: 'isOnDomain',
    storage() {
      const handlers = new Map<unknown, RouteHandler>()
      return { get: (key) => handlers.get(key) ?? null, set: (key, handler) => void handlers.set(key, handler) }
    },
    // Fastify calls a strategy with three parameters asynchronously, but its type only has two.
    deriveConstraint: derive as unknown as (request: IncomingMessage) => unknown,
  })

  function derive({ headers }: IncomingMessage, _context: unknown, done: (error: null, value?: boolean) => void) {
    const found = findDomain(headers.host)
    if (!(found instanceof LazyPromise)) return done(null, found && true)
    // If the lookup fails, the request hook repeats it and responds with the error.
    void found.then(
      (domain) => done(null, domain && true),
      () => done(null),
    )
  }

  /** Returns true if the request is answered with a redirect. Throws if the call doesn't exist on domains. */
  return {
    findDomain,
    redirect(request: FastifyRequest, reply: FastifyReply, domain: OwnDomain): boolean {
      const { url, method, routeOptions } = request
      const [sent = '/'] = url.split('?', 1)
      const path = decoded(sent)
      const isGallery = routeOptions.url === galleryOnDomain && isGalleryPath(path)
      const isRead = method === 'GET' || method === 'HEAD'
      const isOpen = routeOptions.url === galleryOnDomain ? isGallery : routeOptions.config.isOnDomains
      if (!domain.isPaused && (isOpen || (isRead && isOfWebApp(request, path)))) return false
      if (path.startsWith('/api/') || !isRead) {
        throw new AppError('NOT_FOUND', 'Not found')
      }
      const usual = path.replace(/\/$/, '')
      if (!domain.isPaused && usual !== sent && (isGalleryPath(usual) || longGallery.test(usual))) {
        reply.redirect(usual + url.slice(sent.length), 301)
        return true
      }
      const target = isGallery ? `/links${url}` : url.startsWith('/') ? url : '/'
      reply.header('cache-control', 'no-store').redirect(publicUrl + target, 302)
      return true
    },
  }
}
