import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { App } from './app-types.ts'
import { handleError } from './errors.ts'
import { useOverloadGuard } from './overload.ts'

test('beyond a thousand open requests the next ones are asked to come back, until it is fewer again', async () => {
  const app = Fastify() as unknown as App
  let open = 1000
  app.setErrorHandler(handleError)
  const isOverloaded = useOverloadGuard(app, () => open)
  app.get('/', async () => 'hello')
  const ask = async () => {
    const { statusCode, headers } = await app.inject('/')
    return [isOverloaded(), statusCode, headers['retry-after']]
  }
  expect(await ask()).toEqual([false, 200, undefined])
  open = 1001
  expect(await ask()).toEqual([true, 503, '2'])
  open = 1000
  expect(await ask()).toEqual([false, 200, undefined])
})
