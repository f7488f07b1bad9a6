import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { problemOf } from '#test/support/config.ts'

describe('TRUST_PROXY', () => {
  /** Returns the client IP that a server with this setting sees behind the proxies 10.0.0.2 and 127.0.0.1. */
  async function callerSeenBy(trustProxy: string) {
    const app = Fastify({ trustProxy: readConfig({ TRUST_PROXY: trustProxy }).trustProxy })
    app.get('/', async (request) => request.ip)
    const response = await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.9, 10.0.0.2' } })
    return response.body
  }

  test.each([
    ['false', '127.0.0.1'],
    ['0', '127.0.0.1'],
    ['1', '10.0.0.2'],
    ['2', '203.0.113.9'],
    ['9', '203.0.113.9'],
    ['true', '10.0.0.2'],
    ['127.0.0.1', '10.0.0.2'],
    ['10.0.0.2', '127.0.0.1'],
    ['127.0.0.0/8, 10.0.0.0/8', '203.0.113.9'],
    ['loopback', '10.0.0.2'],
    ['loopback, 10.0.0.2', '203.0.113.9'],
    ['loopback,uniquelocal', '203.0.113.9'],
    ['::1', '127.0.0.1'],
  ])('set to %s resolves the client IP to %s', async (trustProxy, caller) => {
    expect(await callerSeenBy(trustProxy)).toBe(caller)
  })

  test.each(['10.0.0.256', '10.0.0.0/99', '10.0.0.1 10.0.0.2', '10.0.0.1,', 'dead', 'loopbacks'])(
    'set to %s is rejected at startup',
    (trustProxy) => {
      expect(problemOf({ TRUST_PROXY: trustProxy })).toMatch(/^TRUST_PROXY /)
    },
  )

  test('accepts an IP address before a network name', async () => {
    expect(await callerSeenBy('10.0.0.2, loopback')).toBe('203.0.113.9')
  })
})
