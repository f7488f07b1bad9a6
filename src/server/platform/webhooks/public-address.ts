import { BlockList, isIP } from 'node:net'

/** The special-purpose registries of IANA, and multicast. */
const refusedIPv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Parts of 2000::/3, the only range of public IPv6 addresses. They include Teredo and 6to4, which contain IPv4. */
const refusedIPv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const blocked = new BlockList()
for (const [net, prefix] of refusedIPv4) blocked.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of refusedIPv6) blocked.addSubnet(net, prefix, 'ipv6')

const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** URL parsing normalizes the many spellings of an IPv6 address. */
const normalize = (address: string) => URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? ''

/** IPv4-mapped and NAT64 addresses lead to the IPv4 address in their last 32 bits. */
const embedding = /^(?:::ffff:|64:ff9b::)(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/

function embeddedIPv4(normalized: string) {
  const found = embedding.exec(normalized)
  if (!found) return undefined
  const [high, low] = [found[1] ?? '0', found[2] ?? '0'].map((group) => Number.parseInt(group, 16)) as [number, number]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** False for private, loopback, link-local, shared, multicast, reserved and unspecified addresses, and for other text. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !blocked.check(address, 'ipv4')
  // An address with a zone belongs to a local network.
  if (family === 0 || address.includes('%')) return false
  const normalized = normalize(address)
  const inside = embeddedIPv4(normalized)
  if (inside !== undefined) return isPublicAddress(inside)
  return global.check(normalized, 'ipv6') && !blocked.check(normalized, 'ipv6')
}
