import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { inScope } from '#test/support/scope.ts'
import { findFreePort, launch } from './launch.ts'

/** Shorter than the timeouts that would close these connections anyway. */
const soonMs = 8_000

const message = JSON.stringify({ name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Is it me?' })
const post = `POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${message.length}\r\n\r\n`

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'after %s, requests with complete headers finish, and other connections are closed',
  (signal) =>
    inScope(async (scope) => {
      const port = await findFreePort()
      const product = launch(scope, { PORT: String(port), DATA_DIR: await scope.folder('stop') })
      await product.untilReady()

      const open = async (bytes: string) => {
        const socket = connect(port, '127.0.0.1')
        scope.defer(() => socket.destroy())
        const connection = { socket, answer: '', isClosed: false }
        socket.on('error', () => {})
        socket.on('close', () => {
          connection.isClosed = true
        })
        socket.on('data', (data) => {
          connection.answer += data
        })
        await once(socket, 'connect')
        if (bytes) socket.write(bytes)
        return connection
      }
      const silent = await open('')
      const late = await open('')
      const halfHead = await open('GET /api/config HTTP/1.1\r\nHost: x\r\nA: ')
      const halfBody = await open(post + message.slice(0, 20))
      const idle = await open('GET /api/config HTTP/1.1\r\nHost: x\r\n\r\n')
      await vi.waitFor(() => expect(idle.answer).toContain('supportEmail'))

      const toldAt = performance.now()
      product.signal(signal)
      // Ctrl-C in a terminal arrives twice if a parent process forwards it.
      product.signal(signal)
      // The server must still serve the late request. A proxy can't resend it elsewhere, because its connection was
      // accepted before the server stopped listening.
      await vi.waitFor(() => expect(idle.isClosed).toBe(true), { timeout: soonMs, interval: 5 })
      late.socket.write('GET /api/config HTTP/1.1\r\nHost: x\r\n\r\n')
      await vi.waitFor(
        () => expect([silent, halfHead, idle].map(({ isClosed }) => isClosed)).toEqual([true, true, true]),
        {
          timeout: soonMs,
        },
      )
      expect(halfBody.isClosed).toBe(false)
      halfBody.socket.write(message.slice(20))
      const { code, output } = await product.ended

      expect(late.answer).toContain('supportEmail')
      expect(performance.now() - toldAt).toBeLessThan(soonMs)
      expect(halfBody.answer).toMatch(/^HTTP\/1\.1 201 Created\r\n.*connection: close\r\n.*"success":true/is)
      expect({ code, last: output.trim().split('\n').at(-1) }).toEqual({
        code: 0,
        last: expect.stringContaining('stopped'),
      })
    }),
)

test('the server keeps running if its log reader exits', () =>
  inScope(async (scope) => {
    const port = await findFreePort()
    const settings = { PORT: String(port), DATA_DIR: await scope.folder('stop'), LOG_LEVEL: 'debug' }
    const product = launch(scope, settings)
    await product.untilReady()
    product.stopListening()
    for (let n = 0; n < 20; n++) expect((await fetch(`http://127.0.0.1:${port}/api/config`)).status).toBe(200)
    product.signal('SIGTERM')
    expect((await product.ended).code).toBe(0)
  }))
