import type { Socket } from 'node:net'
import { statusOf } from '#shared/errors.ts'
import { toFailure } from './errors.ts'

/** Answers what is not even HTTP, or was not sent in time, in the shape of every other failure. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, reason, sentence } = refusalFor(error.code)
  const body = JSON.stringify(toFailure('VALIDATION_FAILED', sentence, { fields: { request: sentence } }))
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options: nosniff',
    'Referrer-Policy: same-origin',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function refusalFor(code: string | undefined) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, reason: 'Request Timeout', sentence: 'The request took too long to arrive' }
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { status: 431, reason: 'Request Header Fields Too Large', sentence: 'The headers are too large' }
  }
  return { status: statusOf.VALIDATION_FAILED, reason: 'Bad Request', sentence: 'The request is not readable' }
}
