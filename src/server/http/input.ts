import { AppError } from '#shared/errors.ts'
import type { App } from './app-types.ts'

/** What an id, slug or token in an address can look like; what looks otherwise names nothing. */
export const addressPart = '[\\w.-]{0,100}'
const wholePart = new RegExp(`^${addressPart}$`)

/** Looks at what comes in before any handler does. */
export function useInputRules(app: App) {
  app.addHook('onRequest', (request, _reply, done) => {
    const parts = request.params as Record<string, string>
    for (const name in parts) {
      if (name !== '*' && !wholePart.test(parts[name] ?? '')) return done(new AppError('NOT_FOUND', 'Not found'))
    }
    done()
  })

  // Many clients say JSON and send nothing with a DELETE or an empty POST.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })

  // A missing body is an empty one: the answer then names each field that is required.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.routeOptions.schema?.body && request.body === undefined) request.body = {}
    done()
  })
}
