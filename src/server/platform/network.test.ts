import { expect, test } from 'vitest'
import { networkOf, siteOf, widerKeysOf } from './network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
])('%s is the IPv4 address %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::5:6', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['::9', '0:0:0:0::/64'],
  ['::1:2:3:4:5:6', '0:0:1:2::/64'],
  ['::', '0:0:0:0::/64'],
])('%s is in %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('all addresses in a /64 are one network, and the next /64 is another', () => {
  const household = Array.from({ length: 1000 }, (_, n) => networkOf(`2001:db8:1:2:${n.toString(16)}::${n}`))
  expect(new Set(household)).toEqual(new Set([networkOf('2001:db8:1:2::1')]))
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
})

test.each([
  ['2001:db8:0:0::1', '2001:db8::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['2001:DB8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::2'],
  ['::ffff:cb00:7109', '::ffff:203.0.113.9'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['203.0.113.009', '203.0.113.9'],
  ['203.0.113.9%eth0', '203.0.113.9'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1%eth0]:4711', '2001:db8::1'],
  ['[::ffff:203.0.113.9]:4711', '203.0.113.9'],
])('%s and %s are in the same network', (one, other) => {
  expect(networkOf(one)).toBe(networkOf(other))
})

test("a long address from a proxy doesn't become a long key", () => {
  expect(networkOf('9'.repeat(15_000)).length).toBeLessThan(100)
  expect(networkOf(`fe80::1%${'e'.repeat(15_000)}`)).toBe(networkOf('fe80::1'))
})

test.each(['', 'unknown', ':', ':::', '1:2:3:4:5:6:7:8:9:10', '::ffff:', 'fe80::%'])(
  'networkOf accepts the invalid address %j',
  (ip) => {
    expect(typeof networkOf(ip)).toBe('string')
  },
)

test('an IPv6 network also counts toward its /56 and /48, with higher limits', () => {
  expect(widerKeysOf(`link ${networkOf('2001:db8:1:2ff:3::4')}`)).toEqual([
    { key: 'link 2001:db8:1:2::/56', times: 2 },
    { key: 'link 2001:db8:1::/48', times: 3 },
  ])
  const keysOf = (ip: string) => widerKeysOf(networkOf(ip)).map(({ key }) => key)
  expect(keysOf('2001:db8:1:2ff::1')).toEqual(keysOf('2001:db8:1:200::1'))
  expect(keysOf('2001:db8:1:300::1')[0]).not.toBe(keysOf('2001:db8:1:2ff::1')[0])
  expect(keysOf('2001:db8:2:2ff::1')[1]).not.toBe(keysOf('2001:db8:1:2ff::1')[1])
})

test.each(['203.0.113.9', 'link 203.0.113.9', 'somebody@example.com', 'unknown', ''])(
  '%j has no wider network',
  (key) => {
    expect(widerKeysOf(key)).toEqual([])
  },
)

test('all networks in a /48 are one site', () => {
  expect(siteOf(networkOf('2001:db8:1:2::1'))).toBe('2001:db8:1::/48')
  expect(siteOf(networkOf('2001:db8:1:ffff::1'))).toBe('2001:db8:1::/48')
  expect(siteOf('203.0.113.9')).toBe('203.0.113.9')
})
