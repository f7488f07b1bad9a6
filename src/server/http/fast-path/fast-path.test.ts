import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFastPath, type FastPath } from './fast-path.ts'

const cached = { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from('ready') }

let fastPath: FastPath
let server: Server

beforeEach(async () => {
  fastPath = createFastPath({ headers: { 'x-safe': 'yes' }, onAnswer: undefined, ipOf: () => '203.0.113.9' })
  server = createServer(async (request, response) => {
    if (!(await fastPath.answer(request, response))) response.writeHead(404).end('by its route')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => server.close())

const ask = (path: string, options?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    ...options,
    headers: { connection: 'close' },
  })
const textAt = async (path: string) => (await ask(path)).text()

test("a response's own headers override the general ones", async () => {
  fastPath.add('/api/things/:id', () => cached)
  fastPath.add('/things/:id', () => ({ ...cached, headers: { 'x-safe': 'very', 'cache-control': 'no-cache' } }))
  const api = await ask('/api/things/1')
  expect(Object.fromEntries(api.headers)).toMatchObject({
    'x-safe': 'yes',
    'cache-control': 'no-store',
    'content-type': 'text/plain',
    'content-length': '5',
  })
  expect(api.headers.has('x-request-id')).toBe(false)
  const page = await ask('/things/1')
  expect([page.headers.get('x-safe'), page.headers.get('cache-control')]).toEqual(['very', 'no-cache'])
})

test('a logged response includes the request ID from the log', async () => {
  const logged: string[] = []
  fastPath = createFastPath({ headers: {}, onAnswer: ({ id }) => logged.push(String(id)), ipOf: () => '203.0.113.9' })
  fastPath.add('/things/:id', () => cached)
  const ids = [await ask('/things/1'), await ask('/things/2')].map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(2)
  expect(logged).toEqual(ids)
})

test('a response to a disconnected client is logged as 499', async () => {
  const told: number[] = []
  fastPath = createFastPath({
    headers: {},
    onAnswer: (_request, status) => void told.push(status),
    ipOf: () => '203.0.113.9',
  })
  fastPath.add('/large/:id', () => ({ ...cached, body: Buffer.alloc(200e6) }))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /large/1 HTTP/1.1\r\nhost: photos.test\r\n\r\n')
  await once(socket, 'data')
  socket.destroy()
  await vi.waitFor(() => expect(told).toEqual([499]))
})

test('an async lookup is tracked, and responds or passes the request to its route', async () => {
  const tracked: (string | undefined)[] = []
  fastPath.trackWith(({ url }) => tracked.push(url))
  fastPath.add('/ready/:id', () => cached)
  fastPath.add('/things/:id', async (_request, id) => {
    if (id === 'broken') throw new Error('no database')
    return id === 'old' ? cached : undefined
  })
  const paths = ['/ready/1', '/things/old', '/things/gone', '/things/broken']
  expect(await Promise.all(paths.map(textAt))).toEqual(['ready', 'ready', 'by its route', 'by its route'])
  expect(tracked.toSorted()).toEqual(paths.slice(1).toSorted())
})

test('a lookup receives the method, IP address, headers and URL parameters', async () => {
  fastPath.add('/shelves/:shelf/:thing', ({ ip, method, headers }, shelf, thing) => ({
    ...cached,
    body: Buffer.from([method, ip, headers.connection, shelf, thing].join(' ')),
  }))
  expect(await textAt('/shelves/upper/book.pdf')).toBe('GET 203.0.113.9 close upper book.pdf')
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
])("%s doesn't match /things/:id", async (path) => {
  fastPath.add('/things/:id', () => cached)
  expect([await textAt('/things/1'), await textAt(path)]).toEqual(['ready', 'by its route'])
})

test('misses, failed lookups and POST requests fall through to the route', async () => {
  fastPath.add('/things/:id', (_request, id) => {
    if (id === 'broken') throw new Error('It is closed')
    return id === 'known' ? cached : undefined
  })
  const answers = [await textAt('/things/known'), await textAt('/things/unknown'), await textAt('/things/broken')]
  expect(answers).toEqual(['ready', 'by its route', 'by its route'])
  expect(await (await ask('/things/known', { method: 'POST' })).text()).toBe('by its route')
})

test('a disabled fast path passes every request to its route', async () => {
  let isDisabled = true
  fastPath.add('/things/:id', () => cached)
  fastPath.disableWhile(() => isDisabled)
  expect(await textAt('/things/1')).toBe('by its route')
  isDisabled = false
  expect(await textAt('/things/1')).toBe('ready')
})
