import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, vi } from 'vitest'
import { createBuilders } from './builders.ts'
import type { TestServer } from './server.ts'

export type Asked = { path: string; headers?: Record<string, string>; method?: string }
export type ListeningNode = Awaited<ReturnType<typeof listening>>

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
export const gzip = { 'accept-encoding': 'gzip, deflate, br', 'user-agent': firefox }

/** Listens on a port. `ask` reports whether Fastify responded. */
export async function listening(server: TestServer) {
  let routed = 0
  server.app.addHook('onRequest', async () => {
    routed++
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })

  async function ask({ path, headers = {}, method = 'GET' }: Asked) {
    const before = routed
    const sent = request({ host: '127.0.0.1', port, agent, path, method, headers }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { date, 'x-request-id': id, 'server-timing': _timing, ...rest } = response.headers
    expect([Date.parse(date ?? ''), id]).toEqual([expect.any(Number), expect.stringMatching(/^[\da-f-]{36}$/)])
    const body = await buffer(response)
    return { isRouted: routed > before, status: response.statusCode, headers: rest, body }
  }

  /** Asks until the response comes from memory, without Fastify. */
  const warmUp = (asked: Asked) =>
    vi.waitFor(async () => {
      const answer = await ask(asked)
      expect(answer.isRouted).toBe(false)
      return answer
    })

  return { server, ask, warmUp, close: () => agent.destroy() }
}

/** Creates a gallery with images that's large enough to compress, and an empty one that's too small. */
export async function someAddresses(server: TestServer) {
  const build = createBuilders(server)
  const owner = await build.aUser()
  const [large, small] = [await build.aLink({ owner, description: 'sea '.repeat(100) }), await build.aLink({ owner })]
  const image = await build.anImage({ link: large })
  for (let n = 0; n < 3; n++) await build.anImage({ link: large })
  const gallery = (slug: string) => `/api/links/slug/${slug}`
  return {
    large: gallery(large.slug),
    small: gallery(small.slug),
    thumbnail: image.thumbnailUrl,
    page: `/links/${large.slug}`,
    imagePage: `/images/${image._id}`,
    link: large,
    image,
  }
}

export type Addresses = Awaited<ReturnType<typeof someAddresses>>
