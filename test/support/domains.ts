import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Person } from './builders.ts'
import type { TestServer } from './server.ts'

type Raw = { status: number; headers: Record<string, unknown>; body: string }

export function createDomains(server: TestServer) {
  return {
    /** Inserts the row directly, because verifying needs a DNS server. */
    async giveDomain({ id }: Person, host: string) {
      const now = server.clock.now().toISOString()
      await server.db
        .insertInto('domains')
        .values({
          user_id: id,
          host,
          is_held: 1,
          verified_at: now,
          checked_at: now,
          problem: null,
          missing_since: null,
        })
        .execute()
      server.clock.advance(1000)
    },

    listen: () => server.app.listen({ port: 0, host: '127.0.0.1' }),

    /** Sends a real request, because hot reads are answered before Fastify. Call `listen` first. */
    fetchRaw: (path: string, headers: Record<string, string>) =>
      new Promise<Raw>((resolve, reject) => {
        const { port } = server.app.server.address() as AddressInfo
        const sent = httpRequest({ port, path, headers, host: '127.0.0.1', setHost: false }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          )
        })
        sent.on('error', reject).end()
      }),
  }
}
