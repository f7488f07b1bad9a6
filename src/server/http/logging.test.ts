import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StorageUnavailable } from '#server/platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import { handleError } from './errors.ts'
import { loggerOptions } from './logging.ts'

type Line = { msg: string; reason?: string; count?: number; err?: unknown; req?: { route: string } }
let lines: Line[]
let app: ReturnType<typeof Fastify>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  lines = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  app = Fastify({
    logger: { ...loggerOptions({ logLevel: 'warn', nodeName: 'photos-1', logClientIp: false }), stream },
  })
  app.setErrorHandler(handleError)
  app.get('/busy', async () => {
    throw new AppError('UNAVAILABLE', 'Busy.')
  })
  app.get('/full', async () => {
    throw new StorageUnavailable(new Error('ENOSPC'))
  })
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

const ask = async (path: string, times: number) => {
  for (let n = 0; n < times; n++) await app.inject(path)
}

test('repeated 503s are logged once and then counted every second, without a stack', async () => {
  await ask('/busy', 100)
  expect(lines).toMatchObject([{ msg: 'not available', reason: 'Busy.', req: { route: '/busy' } }])
  await vi.advanceTimersByTimeAsync(1000)
  expect(lines.slice(1)).toMatchObject([{ msg: 'not available', reason: 'Busy.', count: 99 }])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(lines).toHaveLength(2)
  expect(JSON.stringify(lines)).not.toContain('logging.test.ts')
  await ask('/busy', 1)
  expect(lines).toHaveLength(3)
})

test('a 503 for another reason is logged separately, with its cause', async () => {
  await ask('/busy', 3)
  await ask('/full', 3)
  expect(lines.map(({ reason }) => reason)).toEqual(['Busy.', expect.stringContaining('ENOSPC')])
})
