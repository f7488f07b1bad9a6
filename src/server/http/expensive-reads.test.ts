import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from './app-types.ts'
import { handleError } from './errors.ts'
import { useExpensiveReads } from './expensive-reads.ts'

let app: App
let begun: string[]
let running: number
let most: number

beforeEach(() => {
  begun = []
  running = 0
  most = 0
  app = Fastify({ trustProxy: true }) as unknown as App
  app.setErrorHandler(handleError)
  app.decorateRequest('viewer', undefined)
  useExpensiveReads(app)
  app.get('/', async () => 'cheap')
  app.get('/busy', { config: { isExpensive: true } }, async ({ ip }) => {
    const until = performance.now() + 5
    while (performance.now() < until);
    begun.push(ip)
    return 'done'
  })
  app.get('/asks', { config: { isExpensive: true } }, async () => {
    most = Math.max(most, ++running)
    for (let n = 0; n < 50; n++) await nextTurn()
    running--
    return 'done'
  })
  app.get('/fails', { config: { isExpensive: true } }, async () => {
    throw new Error('broken')
  })
})
afterEach(() => app.close())

const ask = async (url: string, from = '192.0.2.1') => {
  const { statusCode, headers } = await app.inject({ url, headers: { 'x-forwarded-for': from } })
  return { statusCode, retryAfter: headers['retry-after'] }
}
const askMany = (many: number, url: string, from?: string) => Array.from({ length: many }, () => ask(url, from))

test('a network with many queued requests barely delays another network', async () => {
  const flood = askMany(30, '/busy')
  await nextTurn()
  await ask('/busy', '192.0.2.2')
  expect(begun.indexOf('192.0.2.2')).toBeLessThan(10)
  await Promise.all(flood)
  expect(begun).toHaveLength(31)
})

test('a network with too many queued requests gets 429 while another gets 200', async () => {
  const flood = askMany(50, '/busy')
  const other = ask('/busy', '192.0.2.2')
  const answers = await Promise.all(flood)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(34)
  expect(answers.find(({ statusCode }) => statusCode !== 200)).toEqual({ statusCode: 429, retryAfter: '2' })
  expect((await other).statusCode).toBe(200)
})

test("expensive requests leave almost half of the event loop's time free", async () => {
  const flood = Promise.all(askMany(20, '/busy'))
  const startedAt = performance.now()
  await flood
  expect(performance.now() - startedAt).toBeGreaterThan(20 * 5 * 1.8)
})

test('at most four expensive requests run at the same time', async () => {
  await Promise.all(askMany(12, '/asks'))
  expect(most).toBe(4)
})

test('a failed request frees its slot', async () => {
  const answers = await Promise.all(askMany(8, '/fails'))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(500))
  expect((await ask('/busy')).statusCode).toBe(200)
  expect((await ask('/')).statusCode).toBe(200)
})
