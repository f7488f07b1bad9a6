import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LazyPromise } from '#server/platform/concurrency/lazy-promise.ts'
import { createHotReads, type HotReads, type ReadRequest, type ReadResponse } from './hot-reads.ts'
import { createHttpServer } from './http-server.ts'
import type { ResponseListener } from './logging.ts'
import { createStartResponse } from './start-response.ts'

const ready: ReadResponse = { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from('ready') }
const lazily = (response: ReadResponse) => new LazyPromise(async () => response)

let hotReads: HotReads
let app: FastifyInstance
let onAnswer: ResponseListener | undefined
let isAdmitted: boolean
/** Requests that reached Fastify. */
let routed: string[]

beforeEach(async () => {
  onAnswer = undefined
  isAdmitted = true
  routed = []
  const startResponse = createStartResponse({
    headers: { 'x-safe': 'yes' },
    onAnswer: (...answer) => onAnswer?.(...answer),
  })
  hotReads = createHotReads({ startResponse, ipOf: () => '203.0.113.9', isLogged: true, findDomain: () => undefined })
  app = Fastify({
    serverFactory: (handle) =>
      createHttpServer(hotReads.answer, (request, response) => {
        routed.push(request.url ?? '')
        handle(request, response)
      }),
  })
  app.addHook('onRequest', async () => {
    if (!isAdmitted) throw new Error('busy')
  })
})
afterEach(() => app.close())

type Things = ReadRequest<{ id: string }, Record<string, string>>

function serve(read: (request: Things) => ReadResponse | LazyPromise<ReadResponse>, { takesQuery = false } = {}) {
  app.get<{ Params: Things['params']; Querystring: Things['query'] }>(
    '/things/:id',
    hotReads.add('/things/:id', read, { takesQuery }),
  )
}

async function ask(path: string, options?: RequestInit) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const headers = { connection: 'close', 'accept-encoding': 'gzip', ...options?.headers }
  return fetch(`http://127.0.0.1:${port}${path}`, { ...options, headers })
}
const textAt = async (path: string) => (await ask(path)).text()

test('a ready response is sent before Fastify, with its own headers and the general ones', async () => {
  serve(({ params }) => (params.id === '1' ? ready : { ...ready, headers: { 'x-safe': 'very' } }))
  const { headers } = await ask('/things/1')
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-safe': 'yes',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    'content-type': 'text/plain',
    'content-length': '5',
  })
  expect((await ask('/things/2')).headers.get('x-safe')).toBe('very')
  expect(routed).toEqual([])
})

test('a lazy response and an error are sent by Fastify, without reading again', async () => {
  const read = vi.fn(({ params: { id } }: Things) => {
    if (id === 'broken') throw new Error('no database')
    return lazily({ ...ready, body: Buffer.from(id) })
  })
  serve(read)
  expect(await textAt('/things/later')).toBe('later')
  const broken = await ask('/things/broken')
  expect([broken.status, (await broken.json()).message]).toEqual([500, 'no database'])
  expect(routed).toEqual(['/things/later', '/things/broken'])
  expect(read).toHaveBeenCalledTimes(2)
})

test("a lazy response isn't started if Fastify rejects the request", async () => {
  const start = vi.fn(async () => ready)
  serve(() => new LazyPromise(start))
  isAdmitted = false
  expect((await ask('/things/1')).status).toBe(500)
  expect(start).not.toHaveBeenCalled()
})

test('an object is left to Fastify, which serializes it', async () => {
  serve(() => ({ status: 200, headers: {}, body: { id: 1 } }))
  expect(await (await ask('/things/1')).json()).toEqual({ id: 1 })
  expect(routed).toEqual(['/things/1'])
})

test('a response is logged with its request ID', async () => {
  const logged: unknown[] = []
  onAnswer = ({ id, method, routeOptions, ip }, status) => logged.push([id, method, routeOptions.url, ip, status])
  serve(() => ready)
  const ids = [await ask('/things/1'), await ask('/things/2')].map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(2)
  expect(logged).toEqual(ids.map((id) => [id, 'GET', '/things/:id', '203.0.113.9', 200]))
})

test('a response to a disconnected client is logged as 499', async () => {
  const statuses: number[] = []
  onAnswer = (_request, status) => void statuses.push(status)
  serve(({ params }) => (params.id === 'large' ? { ...ready, body: Buffer.alloc(200e6) } : ready))
  await ask('/things/1')
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /things/large HTTP/1.1\r\nhost: photos.test\r\n\r\n')
  await once(socket, 'data')
  socket.destroy()
  await vi.waitFor(() => expect(statuses).toEqual([200, 499]))
})

test.each([
  ['without Fastify', { 'x-test': 'yes' }, []],
  ['with Fastify', { 'x-test': 'yes', range: 'bytes=0-9' }, ['/things/1?size=web&size=full']],
])('a read gets the same request %s', async (_how, headers, expected) => {
  serve(
    ({ method, url, params, query, headers, viewer }) => ({
      ...ready,
      body: Buffer.from(JSON.stringify([method, url, params, query, headers['x-test'], viewer ?? null])),
    }),
    { takesQuery: true },
  )
  const url = '/things/1?size=web&size=full'
  const response = await ask(url, { headers })
  expect(await response.json()).toEqual(['GET', url, { id: '1' }, { size: ['web', 'full'] }, 'yes', null])
  expect(routed).toEqual(expected)
})

test.each([
  '/things',
  '/things/1/2',
  '/things/1/',
  '/things/1?a=b',
  '/things/1?',
  '/things/%31',
  '/things/a,b',
  `/things/${'x'.repeat(101)}`,
  '/other/1',
  '/api/things/1',
])('%s goes to Fastify', async (path) => {
  serve(() => ready)
  await ask(path)
  expect(routed).toEqual([path])
})

test.each<[string, RequestInit]>([
  ['another method', { method: 'HEAD' }],
  ['a session', { headers: { authorization: 'Bearer token' } }],
  ['a range', { headers: { range: 'bytes=0-9' } }],
  ['only Brotli', { headers: { 'accept-encoding': 'br' } }],
])('a request with %s goes to Fastify', async (_what, options) => {
  serve(() => ready)
  expect((await ask('/things/1', options)).status).toBe(200)
  expect(routed).toEqual(['/things/1'])
})

test("a file that isn't found is left to its route", async () => {
  hotReads.addFiles('/files/:name', ({ params }) => (params.name === 'known.js' ? ready : undefined))
  app.get('/files/:name', async () => 'by its route')
  expect([await textAt('/files/known.js'), await textAt('/files/other.js')]).toEqual(['ready', 'by its route'])
})

test('while disabled, every request goes to Fastify', async () => {
  let isDisabled = true
  serve(() => ready)
  hotReads.disableWhile(() => isDisabled)
  expect([await textAt('/things/1'), routed.length]).toEqual(['ready', 1])
  isDisabled = false
  expect([await textAt('/things/1'), routed.length]).toEqual(['ready', 1])
})
