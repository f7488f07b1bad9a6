import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handleMessages } from './workers.ts'

/** `body` is base64. */
export type BareResponse = { headers: Record<string, string>; body: string }

let headers: Record<string, string | number> = {}
let body = Buffer.alloc(0)

// This is the upper bound: plain Node HTTP that sends prepared bytes.
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1')
const listening = once(server, 'listening')

handleMessages<BareResponse, number>(async (given) => {
  await listening
  body = Buffer.from(given.body, 'base64')
  headers = { ...given.headers, 'content-length': body.length }
  return (server.address() as AddressInfo).port
})
