import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerQuestions } from './workers.ts'

/** What to send from now on; the body in base64. */
export type BareAnswer = { headers: Record<string, string>; body: string }

let headers: Record<string, string | number> = {}
let body = Buffer.alloc(0)

// The limit: nothing but Node's own HTTP, and bytes that are ready.
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1')
const listening = once(server, 'listening')

answerQuestions<BareAnswer, number>(async (given) => {
  await listening
  body = Buffer.from(given.body, 'base64')
  headers = { ...given.headers, 'content-length': body.length }
  return (server.address() as AddressInfo).port
})
