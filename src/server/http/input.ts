import type { preValidationHookHandler } from 'fastify'
import type { ExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { invalidField } from '#shared/errors.ts'
import type { App } from './app-types.ts'
import { queueKeyOf } from './expensive-reads.ts'
import { isDeeperThan } from './json-depth.ts'

/** All IDs, slugs and tokens in URLs have this format. */
export const urlPart = '[\\w.-]{0,100}'
const wholePart = new RegExp(`^${urlPart}$`)

export function hasReadableParams(params: Record<string, string>) {
  for (const name in params) if (name !== '*' && !wholePart.test(params[name] ?? '')) return false
  return true
}

/** This is several times deeper than any body the API accepts. */
const maxJsonDepth = 32

/** The default body limit. Only imports send more JSON. They queue, because parsing them takes milliseconds. */
const largeJsonLength = 2 ** 16

const tooDeep = () => invalidField('body', `The data can't be nested more than ${maxJsonDepth} levels deep`)

export function useBodyRules(app: App, { begin }: Pick<ExpensiveWork, 'begin'>) {
  // Forms on other sites can send text/plain without a CORS preflight, so the API doesn't accept it.
  app.removeContentTypeParser('text/plain')
  // Many clients send an empty DELETE or POST with a JSON content type, so an empty body is allowed.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = body as string
    const parse = () => {
      if (isDeeperThan(maxJsonDepth, json)) done(tooDeep())
      else void parseJson(request, json, done)
    }
    if (json === '') done(null, undefined)
    else if (json.length <= largeJsonLength) parse()
    else void begin(queueKeyOf(request), parse)
  })

  // Treat a missing body as an empty object, so that the error names each required field.
  app.addHook('onRoute', (route) => {
    if (!route.schema?.body) return
    const fillIn: preValidationHookHandler = (request, _reply, done) => {
      request.body ??= {}
      done()
    }
    route.preValidation = [fillIn, route.preValidation ?? []].flat()
  })
}
