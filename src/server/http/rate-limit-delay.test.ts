import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { App } from './app-types.ts'
import { useRateLimitDelay } from './rate-limit-delay.ts'

let app: App
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  app = Fastify({ trustProxy: true }) as unknown as App
  useRateLimitDelay(app)
  app.get('/refused', (_request, reply) => reply.code(429).send('later'))
  app.get('/', (_request, reply) => reply.send('hello'))
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

function ask(url: string, network: string) {
  const asked = { isAnswered: false }
  app.inject({ url, headers: { 'x-forwarded-for': network } }).then(() => {
    asked.isAnswered = true
  })
  return asked
}
const count = (asked: { isAnswered: boolean }[]) => asked.filter(({ isAnswered }) => isAnswered).length
const refuse = (many: number) => Array.from({ length: many }, () => ask('/refused', '192.0.2.1'))
/** Waits until all responses that are due have been sent. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

test('many 429 responses are spread over five seconds', async () => {
  const refused = refuse(400)
  await settle()
  expect(count(refused)).toBe(30)
  await vi.advanceTimersByTimeAsync(1000)
  await settle()
  expect(count(refused)).toBe(80)
  await vi.advanceTimersByTimeAsync(4000)
  await settle()
  expect(count(refused)).toBe(400)
})

test("other responses and other networks' 429 responses aren't delayed", async () => {
  const refused = refuse(100)
  const others = [ask('/', '192.0.2.1'), ask('/', '198.51.100.1'), ask('/refused', '198.51.100.1')]
  await settle()
  expect(count(others)).toBe(3)
  expect(count(refused)).toBe(30)
})

test('delayed 429 responses are sent when the server stops', async () => {
  const refused = refuse(100)
  await settle()
  await app.close()
  await settle()
  expect(count(refused)).toBe(100)
})

test('no more than 1,000 rejections are delayed at a time', async () => {
  const refused = refuse(1100)
  await settle()
  expect(count(refused)).toBe(100)
})
