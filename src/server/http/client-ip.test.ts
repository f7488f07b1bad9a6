import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '#server/config.ts'
import { createClientIp } from './client-ip.ts'

const hops = (count: number) => (_address: string, hop: number) => hop < count

const allProxies = hops(99)

async function bothAddresses(trustProxy: Config['trustProxy'], forwarded: string | string[] | undefined) {
  const addressOf = createClientIp(trustProxy)
  const app = Fastify({ trustProxy })
  onTestFinished(() => app.close())
  app.get('/', async (call) => [call.ip, addressOf(call.raw)])
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const body = await new Promise<string>((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent: false, headers }, (response) => resolve(text(response)))
      .on('error', reject)
      .end()
  })
  return JSON.parse(body) as [string, string]
}

test.each<[string, Config['trustProxy'], string | string[] | undefined, string]>([
  ['no trusted proxy', false, '203.0.113.9', '127.0.0.1'],
  ['all proxies trusted and no header', allProxies, undefined, '127.0.0.1'],
  ['all proxies trusted', allProxies, '203.0.113.9', '203.0.113.9'],
  ['a chain of trusted proxies', allProxies, '203.0.113.9, 10.0.0.1', '203.0.113.9'],
  ['an empty header', allProxies, ' ', '127.0.0.1'],
  ['an IPv6 address', allProxies, '2001:db8::1', '2001:db8::1'],
  ['two headers', allProxies, ['203.0.113.9', '10.0.0.1'], '203.0.113.9'],
  ['one trusted hop', hops(1), '203.0.113.9, 10.0.0.1', '10.0.0.1'],
  ['two trusted hops', hops(2), '203.0.113.9, 10.0.0.1', '203.0.113.9'],
  ['a proxy trusted by address', '127.0.0.1', '203.0.113.9, 10.0.0.1', '10.0.0.1'],
  ['trusted networks', 'loopback, 10.0.0.0/8', '203.0.113.9, 10.0.0.1', '203.0.113.9'],
  ['another proxy trusted', '10.0.0.0/8', '203.0.113.9', '127.0.0.1'],
])("with %s, the client IP matches Fastify's", async (_who, trustProxy, forwarded, expected) => {
  expect(await bothAddresses(trustProxy, forwarded)).toEqual([expected, expected])
})
