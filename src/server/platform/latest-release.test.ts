import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { fetchLatestRelease, isNewer } from './latest-release.ts'

async function answering(status: number, body: unknown) {
  const server = createServer((_request, response) => response.writeHead(status).end(JSON.stringify(body)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`
}

test.each([
  [
    { tag_name: 'v1.5.1', html_url: 'https://git.example/releases/v1.5.1', body: 'Notes' },
    { version: '1.5.1', url: 'https://git.example/releases/v1.5.1' },
  ],
  [{ version: '1.5.1' }, { version: '1.5.1', url: null }],
])('%j is a valid release', async (body, release) => {
  expect(await fetchLatestRelease(await answering(200, body))).toEqual(release)
})

test.each([
  [500, {}],
  [200, {}],
  [200, { tag_name: 'nightly' }],
  [200, { tag_name: 'v1.5.1', html_url: 'javascript:alert(1)' }],
  [200, []],
])('a %i response with %j is rejected', async (status, body) => {
  await expect(fetchLatestRelease(await answering(status, body))).rejects.toThrow()
})

test.each([
  ['1.5.1', '1.5.0', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.99.99', true],
  ['1.5.0', '1.5.0', false],
  ['1.4.9', '1.5.0', false],
  ['2.0.0-rc.1', '1.5.0', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected)
})
