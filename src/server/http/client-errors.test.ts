import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failure } from '#shared/errors.ts'
import { createClientErrorHandlers } from './client-errors.ts'
import { securityHeaders } from './security.ts'

const { onClientError } = createClientErrorHandlers(
  securityHeaders({ isHttps: false, isDevelopment: false, webDir: 'none' }),
)

const app = Fastify({ clientErrorHandler: onClientError, http: { maxHeaderSize: 16_384 } })
app.get('/', async () => 'hello')

const impatientApp = Fastify({
  clientErrorHandler: onClientError,
  http: { headersTimeout: 20, connectionsCheckingInterval: 10 },
})

const portOf = ({ server }: typeof app) => (server.address() as AddressInfo).port

beforeAll(async () => {
  for (const each of [app, impatientApp]) await each.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  for (const each of [app, impatientApp]) await each.close()
})

/** Sends these bytes and reads the response until the server closes the connection. */
async function send(bytes: string, to = app) {
  const socket = connect(portOf(to), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ', 1)[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
  )
  return { statusLine, headers, body }
}

function expectRefusal(
  { statusLine, headers, body }: Awaited<ReturnType<typeof send>>,
  status: string,
  sentence: string,
) {
  expect(statusLine).toBe(`HTTP/1.1 ${status}`)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'content-security-policy': expect.stringContaining("script-src 'self';"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    connection: 'close',
  })
  expect(failure.parse(JSON.parse(body))).toMatchObject({ error: sentence, message: sentence })
}

test.each([
  ['an invalid request line', 'hello?\r\n\r\n', '400 Bad Request', "The request couldn't be read"],
  ['random bytes', '\x16\x03\x01\x02\x00\x01\x00\x01', '400 Bad Request', "The request couldn't be read"],
  [
    'an invalid header',
    'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n',
    '400 Bad Request',
    "The request couldn't be read",
  ],
  [
    'conflicting lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    '400 Bad Request',
    "The request couldn't be read",
  ],
  [
    'an oversized header',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'The headers are too large',
  ],
])('%s gets the usual error response and a closed connection', async (_, bytes, status, sentence) => {
  expectRefusal(await send(bytes), status, sentence)
})

test('a request with incomplete headers times out with a 408', async () => {
  const answer = await send('GET / HTTP/1.1\r\nHost:', impatientApp)
  expectRefusal(answer, '408 Request Timeout', 'The request took too long to arrive')
})

test("a connection dropped halfway doesn't affect the next one", async () => {
  const socket = connect(portOf(app), '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  socket.resetAndDestroy()
  await once(socket, 'close')

  const { statusLine, body } = await send('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(statusLine).toBe('HTTP/1.1 200 OK')
  expect(body).toBe('hello')
})
