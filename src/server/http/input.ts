import type { preValidationHookHandler } from 'fastify'
import type { ExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { invalidField } from '#shared/errors.ts'
import type { App } from './app-types.ts'
import { queueKeyOf } from './expensive-reads.ts'
import { isDeeperThan } from './json-depth.ts'

/** What an id, slug or token in a URL can look like; what looks otherwise names nothing. */
export const urlPart = '[\\w.-]{0,100}'
const wholePart = new RegExp(`^${urlPart}$`)

/** Whether every parameter in the URL could name something. */
export function hasReadableParams(params: Record<string, string>) {
  for (const name in params) if (name !== '*' && !wholePart.test(params[name] ?? '')) return false
  return true
}

/** Several times what our own bodies need. */
const maxJsonDepth = 32

/** Parsing more than this takes milliseconds, so it waits for its turn. */
const largeJsonLength = 2 ** 16

const tooDeep = () => invalidField('body', `The data can't be nested more than ${maxJsonDepth} levels deep`)

/** How bodies are read. */
export function useBodyRules(app: App, { begin }: Pick<ExpensiveWork, 'begin'>) {
  // What another site's form can send without asking first is no body of the API.
  app.removeContentTypeParser('text/plain')
  // Many clients say JSON and send nothing with a DELETE or an empty POST.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = body as string
    const parse = () => {
      if (isDeeperThan(maxJsonDepth, json)) done(tooDeep())
      else void parseJson(request, json, done)
    }
    if (json === '') done(null, undefined)
    else if (json.length < largeJsonLength) parse()
    else void begin(queueKeyOf(request), parse)
  })

  // A missing body is an empty one: the answer then names each field that is required.
  app.addHook('onRoute', (route) => {
    if (!route.schema?.body) return
    const fillIn: preValidationHookHandler = (request, _reply, done) => {
      request.body ??= {}
      done()
    }
    route.preValidation = [fillIn, route.preValidation ?? []].flat()
  })
}
