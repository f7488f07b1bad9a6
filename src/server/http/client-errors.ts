import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { toFailure, tooSlowSentence } from './errors.ts'
import type { SecurityHeaders } from './security.ts'

/** Responds to requests that Node rejects before Fastify sees them, in the usual format and with security headers. */
export function createClientErrorHandlers(headers: SecurityHeaders) {
  const bodyOf = (sentence: string) =>
    JSON.stringify(toFailure('VALIDATION_FAILED', sentence, { fields: { request: sentence } }))

  return {
    onClientError(error: Error & { code?: string }, socket: Socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      const { status, reason, sentence } = refusalFor(error.code)
      const body = bodyOf(sentence)
      const lines = Object.entries({
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}`)
      socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
    },

    onExpectation(_request: IncomingMessage, response: ServerResponse) {
      response
        .writeHead(417, { ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' })
        .end(bodyOf("The Expect header isn't supported"))
    },
  }
}

function refusalFor(code: string | undefined) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, reason: 'Request Timeout', sentence: tooSlowSentence }
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { status: 431, reason: 'Request Header Fields Too Large', sentence: 'The headers are too large' }
  }
  return { status: 400, reason: 'Bad Request', sentence: "The request couldn't be read" }
}
