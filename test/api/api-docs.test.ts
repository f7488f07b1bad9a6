// @engine sqlite
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useServer } from '#test/support/use-server.ts'

const { server } = useServer()

const fetchPacked = async (url: string, encoding: string) => {
  const answer = await server.app.inject({ url, headers: { 'accept-encoding': encoding } })
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding])
  return answer.rawPayload
}

test.each(['/api/openapi.json', '/api/docs/static/swagger-ui-bundle.js', '/api/docs/static/swagger-ui.css'])(
  '%s is served compressed, and is compressed only once',
  async (url) => {
    const plain = (await server.app.inject(url)).rawPayload
    expect(brotliDecompressSync(await fetchPacked(url, 'br')).equals(plain)).toBe(true)
    expect(gunzipSync(await fetchPacked(url, 'gzip')).equals(plain)).toBe(true)

    const before = process.cpuUsage()
    for (let n = 0; n < 20; n++) await fetchPacked(url, 'br')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 20_000).toBeLessThan(60)
  },
)
