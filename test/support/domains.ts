import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBuilders, type Person } from './builders.ts'
import type { TestServer } from './server.ts'

type Raw = { status: number; headers: Record<string, unknown>; body: string }

/** The domain of `aScene`. */
export const domainHost = 'photos.example.com'

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export function createDomains(server: TestServer) {
  /** Inserts the row directly, because verifying needs a DNS server. */
  async function giveDomain({ id }: Person, host: string) {
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
  }

  return {
    giveDomain,

    /** Creates a link whose owner has a domain, and one of another account. */
    async aScene() {
      const build = createBuilders(server)
      const link = await build.aLink({
        allowDownloads: true,
        comments: 'guests',
        guestUploads: 'everyone',
        choosing: 'on',
      })
      const image = await build.anImage({ link })
      const other = await build.aLink()
      await giveDomain(link.owner, domainHost)
      return { link, owner: link.owner, image, other }
    },

    onDomain: (url: string, { from = '10.9.0.1', ...headers }: Record<string, string> = {}) =>
      server.get(url, { from, headers: { host: domainHost, 'user-agent': firefox, ...headers } }),

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
