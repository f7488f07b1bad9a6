import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failure } from '#shared/errors.ts'
import { createAdmission } from './admission.ts'
import type { App } from './app-types.ts'
import { handleError } from './errors.ts'
import './session.ts'

const timeoutMs = 10_000

let app: App
let admission: ReturnType<typeof createAdmission>
let opened: Socket[]
/** The `/held` handlers respond once this resolves. */
let held: PromiseWithResolvers<void>

beforeEach(async () => {
  opened = []
  held = Promise.withResolvers()
  app = Fastify({ trustProxy: true }) as unknown as App
  app.setErrorHandler(handleError)
  app.decorateRequest('viewer', undefined)
  admission = createAdmission(app)
  app.addHook('onRequest', (request, reply, done) => {
    const { user } = request.headers
    if (typeof user === 'string') request.viewer = { userId: user, sessionId: user }
    admission.admit(request, reply.raw)
    done()
  })
  app.addContentTypeParser('multipart/form-data', (_request: unknown, _body: unknown, done: (error: null) => void) =>
    done(null),
  )
  app.get('/', async () => 'hello')
  app.get('/held', () => held.promise.then(() => 'at last'))
  app.post('/text', async () => 'taken')
  app.post('/held', () => held.promise.then(() => 'at last'))
  app.post('/upload', { config: { isUpload: true } }, async (request) => {
    for await (const _ of request.raw);
    return 'stored'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  held.resolve()
  for (const socket of opened) socket.destroy()
  await app.close()
  vi.useRealTimers()
})

const headOf = (start: string, headers: string[], network: string) =>
  [`${start} HTTP/1.1`, 'Host: x', `X-Forwarded-For: ${network}`, ...headers, '', ''].join('\r\n')
const get = (path: string, network = '192.0.2.1') => headOf(`GET ${path}`, [], network)
const post = (path: string, length: number, network = '192.0.2.1') =>
  headOf(`POST ${path}`, ['Content-Type: text/plain', `Content-Length: ${length}`], network)
const upload = (user: string, network: string) =>
  headOf('POST /upload', ['Content-Type: multipart/form-data', 'Content-Length: 5', `User: ${user}`], network)

async function send(bytes: string) {
  const connection = { socket: connect((app.server.address() as AddressInfo).port, '127.0.0.1'), answer: '' }
  opened.push(connection.socket)
  connection.socket
    .on('error', () => {})
    .on('data', (data) => {
      connection.answer += data
    })
  await once(connection.socket, 'connect')
  connection.socket.write(bytes)
  return connection
}
const sendMany = (count: number, bytes: string) => Promise.all(Array.from({ length: count }, () => send(bytes)))
const statusOf = ({ answer }: { answer: string }) => Number(answer.slice(9, 12)) || undefined
const expectStatus = (connection: { answer: string }, status: number) =>
  vi.waitFor(() => expect(statusOf(connection)).toBe(status))
const count = (connections: { answer: string }[], status: number | undefined) =>
  connections.filter((connection) => statusOf(connection) === status).length

test('a request counts as open from the end of its body to the end of its response', async () => {
  const waiting = await send(get('/held'))
  const arriving = await send(post('/held', 5))
  await expectStatus(await send(get('/')), 200)
  await vi.waitFor(() => expect(admission.openRequests()).toBe(1))
  arriving.socket.write('hello')
  await vi.waitFor(() => expect(admission.openRequests()).toBe(2))
  held.resolve()
  await expectStatus(waiting, 200)
  await expectStatus(arriving, 200)
  await vi.waitFor(() => expect(admission.openRequests()).toBe(0))
})

test('one network can hold at most half of the slots for open requests', async () => {
  const many = await sendMany(510, get('/held'))
  await vi.waitFor(() => expect(count(many, 429)).toBe(10))
  expect(count(many, undefined)).toBe(500)
  const refused = many.find((connection) => statusOf(connection) === 429)?.answer ?? ''
  expect(refused).toMatch(/\r\nretry-after: 2\r\n/)
  expect(failure.parse(JSON.parse(refused.split('\r\n\r\n')[1] ?? ''))).toMatchObject({ code: 'RATE_LIMITED' })
  await expectStatus(await send(get('/', '192.0.2.2')), 200)
  held.resolve()
  await vi.waitFor(() => expect(count(many, 200)).toBe(500))
  await expectStatus(await send(get('/')), 200)
})

test("one network can hold at most half of the slots for incomplete bodies, which don't count as open", async () => {
  const many = await sendMany(210, post('/text', 5))
  await vi.waitFor(() => expect(count(many, 429)).toBe(10))
  expect(admission.openRequests()).toBe(0)
  await expectStatus(await send(get('/')), 200)
  await expectStatus(await send(`${post('/text', 5, '192.0.2.2')}hello`), 200)
  const [first] = many.filter((connection) => statusOf(connection) === undefined)
  first?.socket.write('hello')
  if (first) await expectStatus(first, 200)
})

test('a body that is incomplete after ten seconds gets a 408 and a closed connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const timers = vi.getTimerCount()
  const slow = await send(post('/text', 5))
  await untilReal(() => vi.getTimerCount() > timers)
  await vi.advanceTimersByTimeAsync(timeoutMs - 100)
  slow.socket.write('hell')
  await vi.advanceTimersByTimeAsync(200)
  await once(slow.socket, 'close')

  expect(statusOf(slow)).toBe(408)
  expect(slow.answer).toMatch(/\r\nconnection: close\r\n/)
  expect(failure.parse(JSON.parse(slow.answer.split('\r\n\r\n')[1] ?? ''))).toMatchObject({
    error: 'The request took too long to arrive',
  })
})

test('uploads have no body timeout, and one user can hold at most half of the upload slots', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const timers = vi.getTimerCount()
  const many: Awaited<ReturnType<typeof send>>[] = []
  for (let n = 0; n < 130; n++) many.push(await send(upload('ann', `192.0.2.${n}`)))
  await untilReal(() => count(many, 429) === 2)
  expect(vi.getTimerCount()).toBe(timers)
  const others = await send(`${upload('bob', '192.0.2.1')}hello`)
  await untilReal(() => statusOf(others) === 200)
  many[0]?.socket.write('hello')
  await untilReal(() => count(many, 200) === 1)
})

/** Polls with `setImmediate`, because timers are faked. */
async function untilReal(condition: () => boolean) {
  for (let tries = 0; !condition() && tries < 200_000; tries++) await new Promise(setImmediate)
  expect(condition()).toBe(true)
}
