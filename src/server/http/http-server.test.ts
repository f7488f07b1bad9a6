import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHttpServer } from './http-server.ts'

let server: Server
/** Requests the server has received but not responded to. */
let open: { path: string; response: ServerResponse }[]
let asked: string[]
let socket: Socket
let answers: string

beforeEach(async () => {
  open = []
  asked = []
  answers = ''
  const handle = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    asked.push(url)
    open.push({ path: url, response })
  }
  const answerReady = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    if (!url.startsWith('/ready')) return false
    asked.push(url)
    response.end(url)
    return true
  }
  server = createHttpServer(answerReady, handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket
    .on('error', () => {})
    .on('data', (bytes) => {
      answers += bytes
    })
  await once(socket, 'connect')
})
afterEach(() => {
  socket.destroy()
  server.closeAllConnections()
  server.close()
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const answerNext = () => {
  const next = open.shift()
  next?.response.end(next.path)
}

test('pipelined requests are handled one after the other', async () => {
  socket.write(get('/1') + get('/2') + get('/ready') + get('/3'))
  await vi.waitFor(() => expect(asked).toEqual(['/1']))
  answerNext()
  await vi.waitFor(() => expect(asked).toEqual(['/1', '/2']))
  answerNext()
  await vi.waitFor(() => expect(asked).toEqual(['/1', '/2', '/ready', '/3']))
  answerNext()
  await vi.waitFor(() => expect(answers.match(/(?<=\r\n\r\n)\/[a-z\d]+/g)).toEqual(['/1', '/2', '/ready', '/3']))
})

test('a queued request keeps its whole body', async () => {
  socket.write(`${get('/1')}POST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello${get('/3')}`)
  await vi.waitFor(() => expect(asked).toEqual(['/1']))
  answerNext()
  await vi.waitFor(() => expect(asked).toEqual(['/1', '/2']))
  const { response } = open[0] ?? {}
  const chunks = await response?.req.toArray()
  expect(Buffer.concat(chunks ?? []).toString()).toBe('hello')
  answerNext()
  await vi.waitFor(() => expect(asked).toEqual(['/1', '/2', '/3']))
})

test('a connection with more than 20 queued requests is closed without handling them', async () => {
  socket.write(get('/1') + get('/ready').repeat(20))
  await vi.waitFor(() => expect(asked).toEqual(['/1']))
  expect(socket.destroyed).toBe(false)
  socket.write(get('/ready'))
  await once(socket, 'close')
  expect(asked).toEqual(['/1'])
})

test('a connection can send 50 sequential requests', async () => {
  for (let n = 1; n <= 50; n++) {
    socket.write(get('/ready'))
    await vi.waitFor(() => expect(answers.match(/\/ready/g)).toHaveLength(n), { interval: 1 })
  }
})

test('clients that connect just before the server stops listening still get a response', async () => {
  const { port } = server.address() as AddressInfo
  const late = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
  const said = late.map((each) => {
    each.write(get('/ready'))
    return once(each, 'data').then(String)
  })
  // By now, the kernel has accepted the connections, but the server hasn't.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  server.close()
  for (const answer of await Promise.all(said)) expect(answer).toContain('HTTP/1.1 200')
  await vi.waitFor(() => expect(server.listening).toBe(false))
  for (const each of late) each.destroy()
})

test('only a few requests of a burst start in the same turn of the event loop', async () => {
  const burst = Array.from({ length: 40 }, () => connect((server.address() as AddressInfo).port, '127.0.0.1'))
  for (const each of burst) each.write(get('/ready'))
  await Promise.all(burst.map((each) => once(each, 'data')))
  asked = []
  for (const [n, each] of burst.entries()) each.write(get(`/${n}`))
  const starts: number[] = []
  for (let seen = 0; seen < burst.length; seen = asked.length) {
    await nextTurn()
    starts.push(asked.length - seen)
  }
  for (const each of burst) each.destroy()
  expect(Math.max(...starts)).toBeLessThanOrEqual(8)
  expect(asked).toEqual(burst.map((_, n) => `/${n}`))
})
