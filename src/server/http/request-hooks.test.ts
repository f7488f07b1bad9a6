import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import type { App } from './app-types.ts'
import { watchConnections } from './connections.ts'
import { handleError } from './errors.ts'
import { useRequestHooks } from './request-hooks.ts'
import { createStartResponse } from './start-response.ts'

let app: App
let logged: string
let answered: number

beforeEach(async () => {
  logged = ''
  answered = 0
  const stream = new Writable({
    write(line, _encoding, done) {
      logged += line
      done()
    },
  })
  app = Fastify({ logger: { level: 'warn', stream } }) as unknown as App
  app.setErrorHandler(handleError)
  useRequestHooks(app, {
    startResponse: createStartResponse({ headers: {}, onAnswer: undefined }),
    connections: watchConnections(app),
    findViewer: async () => undefined,
    findDomain: () => undefined,
    publicUrl: 'http://localhost',
    expensiveWork: createExpensiveWork(),
  })
  app.get('/', { config: { session: 'none', keyScope: 'never' } }, async () => {
    answered++
    return 'hello'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

async function ask() {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return socket
}

test("a request from a client that has already disconnected isn't handled or logged", async () => {
  const arrived = once(app.server, 'request')
  app.server.once('connection', (socket: Socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: undefined }),
  )
  const gone = await ask()
  await arrived
  gone.destroy()

  const there = await ask()
  await once(there, 'data')
  there.destroy()
  expect([answered, logged]).toEqual([1, ''])
})

/** Sends a body of 1 MB slowly, and returns what came back and how the connection ended. */
async function sendSlowly(path: string, { pieces, pauseMs }: { pieces: number; pauseMs: number }) {
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const errors: Error[] = []
  let answer = ''
  client.on('data', (chunk) => {
    answer += chunk
  })
  client.on('error', (error) => errors.push(error))
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n`)
  for (let sent = 0; sent < pieces; sent++) {
    client.write(Buffer.alloc(1000))
    await delay(pauseMs)
  }
  return { client, answer, errors }
}

test('a client that keeps sending after a refusal can read it before it is disconnected', async () => {
  const { client, answer, errors } = await sendSlowly('/unknown', { pieces: 5, pauseMs: 50 })
  expect(answer).toMatch(/^HTTP\/1.1 404/)
  expect(client.destroyed).toBe(false)
  await once(client, 'close')
  expect(errors).toEqual([])
})

test('a client can finish sending a body that was accepted before it arrived', async () => {
  const { client, answer, errors } = await sendSlowly('/', { pieces: 5, pauseMs: 300 })
  expect(answer).toMatch(/^HTTP\/1.1 200/)
  expect([client.destroyed, errors]).toEqual([false, []])
  client.destroy()
})
