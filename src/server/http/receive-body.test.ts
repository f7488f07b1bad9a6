import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { discardBody } from './receive-body.ts'

test('a client that keeps sending after a rejection can read the response before it is disconnected', async () => {
  const app = Fastify()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.addHook('onResponse', async (request) => discardBody(request))
  app.post('/', async (_request, reply) => reply.code(409).send('no'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())

  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  client.on('data', (chunk) => {
    answer += chunk
  })
  const errors: Error[] = []
  client.on('error', (error) => errors.push(error))
  const closed = once(client, 'close')
  client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Length: 1000000\r\n\r\n')
  for (let sent = 0; sent < 5; sent++) {
    client.write(Buffer.alloc(1000))
    await delay(50)
  }
  expect(answer).toMatch(/^HTTP\/1.1 409/)
  expect(client.destroyed).toBe(false)
  await closed
  expect(errors).toEqual([])
})
