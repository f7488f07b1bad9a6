import helmet from '@fastify/helmet'
import type { App } from './app-types.ts'

/** Headers for every answer. Scripts come from our own files alone; styles may be inline, pictures may be data. */
export async function useSecurityHeaders(
  app: App,
  { isHttps, isDevelopment }: { isHttps: boolean; isDevelopment: boolean },
) {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // In development Vite puts its own small scripts into the page.
        scriptSrc: isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: isDevelopment ? ["'self'", 'ws:'] : ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    // Preview pictures are fetched by other sites.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}
