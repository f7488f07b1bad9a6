import type { ServerResponse } from 'node:http'
import { type LoggedRequest, onResponseEnd, type ResponseListener } from './logging.ts'
import { headersByRoute, type SecurityHeaders } from './security.ts'

type Options = { headers: SecurityHeaders; onAnswer: ResponseListener | undefined }

/**
 * Every response starts here, whether Fastify sends it or not. Returns the headers that all responses of the route
 * have, and tells `onAnswer` when the response has ended.
 */
export function createStartResponse({ headers, onAnswer }: Options) {
  const headersOf = headersByRoute(headers)

  return (request: LoggedRequest, response: ServerResponse): Record<string, string> => {
    if (onAnswer) {
      const { id, method, routeOptions, ip } = request
      const startedAt = performance.now()
      onResponseEnd(response, (status) =>
        onAnswer({ id, method, routeOptions, ip }, status, performance.now() - startedAt),
      )
    }
    const general = headersOf(request.routeOptions.url)
    return request.id === undefined ? general : { ...general, 'x-request-id': request.id }
  }
}
export type StartResponse = ReturnType<typeof createStartResponse>
