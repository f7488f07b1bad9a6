import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import type { Config } from '#server/config.ts'
import type { Person } from './builders.ts'
import type { TestServer } from './server.ts'

/** Receivers listen on this machine. Nodes need the same secret to read each other's webhooks. */
export const webhookConfig = {
  webhooksLocal: true,
  defaultPlan: 'gold',
  appSecrets: ['a secret of all nodes'],
} satisfies Partial<Config>

export type ReceivedMessage = {
  headers: IncomingHttpHeaders
  raw: string
  body: { type: string; timestamp: string; data: object }
}

/** A receiver that accepts messages, or answers them as it's told. */
export async function aReceiver(
  answer: (response: ServerResponse) => unknown = (response) => response.writeHead(204).end(),
) {
  const calls: ReceivedMessage[] = []
  const receiver = { calls, answer, url: '' }
  const listener = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      calls.push({ headers: request.headers, raw, body: JSON.parse(raw) })
      receiver.answer(response)
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    listener.closeAllConnections()
    await new Promise((resolve) => listener.close(resolve))
  })
  receiver.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`
  return receiver
}

export const received = (receiver: { calls: ReceivedMessage[] }, count: number) =>
  vi.waitFor(() => expect(receiver.calls).toHaveLength(count))

export function createWebhooks(server: TestServer) {
  /** Advances past the time in which images are gathered, and sends what's due. */
  async function sendAll(ms = 10_000) {
    server.clock.advance(ms)
    await server.services.sendWebhooks()
  }

  return {
    sendAll,

    async aWebhook({ token }: Person, given: Record<string, unknown> = {}) {
      const fields = { url: 'http://127.0.0.1:1/', events: ['images.added', 'comment.added'], ...given }
      const { status, body } = await server.post('/api/auth/webhooks', fields, { token })
      expect(status).toBe(201)
      const path = `/api/auth/webhooks/${body.data._id}`
      return { ...body.data, path } as { _id: string; url: string; secret: string; path: string }
    },

    list: async ({ token }: Person) => (await server.get('/api/auth/webhooks', { token })).body.data,

    deliveriesOf: async ({ token }: Person, { path }: { path: string }) =>
      (await server.get(`${path}/deliveries`, { token })).body.data,

    /** Webhooks rest after a slow call, and on a busy machine every call can be slow. */
    receivedAfterRests: (receiver: { calls: ReceivedMessage[] }, count: number) =>
      vi.waitFor(async () => {
        await sendAll()
        expect(receiver.calls).toHaveLength(count)
      }),
  }
}
