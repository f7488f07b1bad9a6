import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { App } from './app-types.ts'
import { watchConnections } from './connections.ts'

const stepMs = 8_000
/** This many steps take longer than a reader can stall. */
const stepsOfAMinute = 9
/** Yields more data than any kernel buffers. */
function* pieces() {
  for (let n = 0; n < 512; n++) yield Buffer.alloc(64 * 1024)
}

type Connection = {
  socket: Socket
  /** The server side of the connection. */
  peer: Socket
  answer: string
  isClosed: boolean
}

let app: App
let connections: ReturnType<typeof watchConnections>
let accepted: Socket[]
let opened: Socket[]
/** The `/held` handler responds once this resolves. */
let held: PromiseWithResolvers<void>

beforeEach(async () => {
  // Only the watcher's interval is faked. Sockets and servers use real timers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  accepted = []
  opened = []
  held = Promise.withResolvers()
  app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false }) as unknown as App
  connections = watchConnections(app)
  app.addHook('onRequest', (request, reply, done) => {
    connections.track(request.raw, reply.raw)
    done()
  })
  app.server.on('connection', (socket: Socket) => accepted.push(socket))
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_request: unknown, body: unknown) => body)
  app.get('/', async () => 'hello')
  app.get('/big', (_request, reply) => reply.send(Readable.from(pieces())))
  app.get('/held', () => held.promise.then(() => 'at last'))
  app.post('/text', async () => 'taken')
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  held.resolve()
  for (const socket of opened) socket.destroy()
  await app.close()
  vi.useRealTimers()
})

/** Opens a connection and waits until the server has received these bytes. */
async function open(bytes = '', { isReading = true } = {}) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  opened.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  const peer = await vi.waitFor(() => {
    const found = accepted.find(({ remotePort }) => remotePort === socket.localPort)
    return found ?? Promise.reject(new Error('not accepted yet'))
  })
  const connection: Connection = { socket, peer, answer: '', isClosed: false }
  socket.on('close', () => {
    connection.isClosed = true
  })
  if (isReading) {
    socket.on('data', (data) => {
      connection.answer += data
    })
  }
  if (bytes) await send(connection, bytes)
  return connection
}

/** Waits until the server has received the bytes. */
async function send({ socket, peer }: Connection, bytes: string) {
  const before = peer.bytesRead
  socket.write(bytes)
  await vi.waitFor(() => expect(peer.bytesRead).toBe(before + bytes.length))
}

const passAStep = () => vi.advanceTimersByTimeAsync(stepMs)
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const postOf = (length: number) =>
  `POST /text HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`
const expectAnswer = (connection: Connection, text: string) =>
  vi.waitFor(() => expect(connection.answer).toContain(text))
const expectClosed = (...connections: Connection[]) =>
  vi.waitFor(() => expect(connections.map(({ isClosed }) => isClosed)).toEqual(connections.map(() => true)))

describe('a request', () => {
  test('that arrives too slowly is dropped', async () => {
    const slow = await open(postOf(60_000))
    for (let n = 0; n < 3; n++) {
      slow.socket.write('x'.repeat(100))
      await passAStep()
    }

    await expectClosed(slow)
  })

  test('that has just begun is kept', async () => {
    const young = await open(postOf(5))
    await passAStep()
    young.socket.write('hello')

    await expectAnswer(young, 'taken')
  })

  test('that has just begun on a reused connection is kept', async () => {
    const returning = await open(get('/'))
    await passAStep()
    await send(returning, postOf(5))
    await passAStep()
    returning.socket.write('hello')

    await expectAnswer(returning, 'taken')
  })

  test('that arrives slowly but steadily is kept', async () => {
    const steady = await open(postOf(30_000))
    for (let n = 0; n < 5; n++) {
      await send(steady, 'x'.repeat(5_000))
      await passAStep()
    }
    steady.socket.write('x'.repeat(5_000))

    await expectAnswer(steady, 'taken')
  })

  test("that is complete isn't dropped while its handler runs", async () => {
    const patient = await open(get('/held'))
    for (let n = 0; n < 3; n++) await passAStep()
    held.resolve()

    await expectAnswer(patient, 'at last')
  })
})

test("an idle connection isn't dropped", async () => {
  const idle = await open(get('/'))
  await expectAnswer(idle, 'hello')
  for (let n = 0; n < 3; n++) await passAStep()
  idle.answer = ''
  idle.socket.write(get('/'))

  await expectAnswer(idle, 'hello')
})

describe('a response', () => {
  const openBig = async () => {
    const connection = await open(get('/big'), { isReading: false })
    await vi.waitFor(() => expect(connection.peer.writableLength).toBeGreaterThan(0))
    return connection
  }

  test("that isn't read at all is dropped", async () => {
    const { peer } = await openBig()
    for (let n = 0; n < stepsOfAMinute; n++) await passAStep()

    await vi.waitFor(() => expect(peer.destroyed).toBe(true))
  })

  test("that isn't read for almost a minute at a time is kept", async () => {
    const { socket, peer } = await openBig()
    for (let n = 0; n < 3; n++) {
      for (let step = 0; step < stepsOfAMinute - 2; step++) await passAStep()
      await read(socket, 8 * 1024 * 1024)
    }

    expect(peer.destroyed).toBe(false)
  })

  test('that is read slowly but steadily is kept', async () => {
    const { socket, peer } = await openBig()
    for (let n = 0; n < 3; n++) {
      await read(socket, 8 * 1024 * 1024)
      await passAStep()
    }

    expect(peer.destroyed).toBe(false)
  })

  const read = (socket: Socket, count: number) =>
    new Promise<void>((resolve) => {
      if (socket.destroyed) return resolve()
      let done = 0
      const take = (chunk: Buffer) => {
        done += chunk.length
        if (done < count) return
        socket.off('data', take).pause()
        resolve()
      }
      socket.once('close', resolve).on('data', take).resume()
    })
})

describe('on shutdown', () => {
  test('idle connections and those with incomplete headers are closed', async () => {
    const idle = await open(get('/'))
    await expectAnswer(idle, 'hello')
    const silent = await open()
    const halfway = await open('GET / HTTP/1.1\r\nHost: x\r\nA: ')
    await app.close()

    await expectClosed(idle, silent, halfway)
  })

  test('an open request gets its response with `connection: close`', async () => {
    const waiting = await open(get('/held'))
    const sending = await open(postOf(5))
    expect(connections.isStopping()).toBe(false)
    const closed = app.close()
    await vi.waitFor(() => expect(app.server.listening).toBe(false))
    expect(connections.isStopping()).toBe(true)
    sending.socket.write('hello')
    held.resolve()
    await closed

    await expectClosed(waiting, sending)
    expect(waiting.answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*at last$/is)
    expect(sending.answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*taken$/is)
  })

  test("a stalled request doesn't delay the shutdown", async () => {
    const slow = await open(postOf(60_000))
    const closed = app.close()
    await vi.waitFor(() => expect(app.server.listening).toBe(false))
    for (let n = 0; n < 3; n++) await passAStep()
    await closed

    await expectClosed(slow)
  })
})
