import type { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import type { App } from './app-types.ts'

/** What an id, slug or token in an address can look like; what looks otherwise names nothing. */
const addressPart = /^[\w.-]{0,100}$/

const slowBodyMs = 15_000

/** Looks at what comes in before any handler does. */
export function useInputRules(app: App) {
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/') || request.is404) return
    const parts = Object.entries((request.params ?? {}) as Record<string, string>)
    if (parts.some(([name, value]) => name !== '*' && !addressPart.test(value))) {
      throw new AppError('NOT_FOUND', 'Not found')
    }
  })

  // A small body that trickles in byte by byte holds a connection for nothing.
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!request.headers['content-type']?.startsWith('application/json')) return payload
    const body = payload as Readable
    const timer = setTimeout(() => request.raw.destroy(), slowBodyMs)
    body.once('close', () => clearTimeout(timer))
    body.once('end', () => clearTimeout(timer))
    return payload
  })

  // Many clients say JSON and send nothing with a DELETE or an empty POST.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body as string, done)
  })

  // A missing body is an empty one: the answer then names each field that is required.
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.schema?.body && request.body === undefined) request.body = {}
  })
}
