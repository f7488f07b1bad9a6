/** Matches the usual spelling of IPv6: four groups without leading zeros, then the host half. */
const writtenOut = /^[1-9a-f][\da-f]{0,3}(?::(?:0|[1-9a-f][\da-f]{0,3})){3}:[\da-f:]+$/

const plainIPv4 = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/

/** Matches IPv4 with leading zeros, a port or a zone, as some proxies write it into X-Forwarded-For. */
const decoratedIPv4 = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})\.(\d{1,5})(?:%[^:]*)?(?::\d*)?$/
const bracketed = /^\[([^\]]*)\](?::\d*)?$/

/** No IP address is longer, even with an interface name. */
const maxLength = 64

function nthColon(text: string, count: number) {
  let at = -1
  for (let seen = 0; seen < count; seen++) at = text.indexOf(':', at + 1)
  return at
}

/** Returns an IPv4 address, or the /64 of an IPv6 address, because a client can use any address in its /64. */
export function networkOf(address: string) {
  if (plainIPv4.test(address)) return address
  // This shortcut is much faster than the rest, and the function runs on every visit.
  if (writtenOut.test(address)) return `${address.slice(0, nthColon(address, 4))}::/64`
  // A proxy can send anything as an address, so keep the keys short.
  const short = address.slice(0, maxLength)
  const ip = bracketed.exec(short)?.[1] ?? short
  const octets = decoratedIPv4.exec(ip)?.slice(1)
  if (octets) return octets.map(Number).join('.')
  // URL parsing normalizes the many spellings of an IPv6 address.
  const written = URL.parse(`http://[${ip.split('%', 1)[0]}]`)?.hostname.slice(1, -1)
  if (written === undefined) return ip
  const [front = [], back = []] = written.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  const isMappedIPv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!isMappedIPv4) return `${groups.slice(0, 4).join(':')}::/64`
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Providers often assign a /56 to households and a /48 to companies, so both get a higher limit than a /64. */
const wider = { '56': 2, '48': 3 }

/**
 * Returns the wider networks that a key ending in an IPv6 /64 also counts toward, each with a multiple of the limit.
 * Without them, a single /48 would get the full limit 65,536 times. Other keys have no wider networks.
 */
export function widerKeysOf(key: string): { key: string; times: number }[] {
  if (!key.endsWith('::/64')) return []
  const start = key.lastIndexOf(' ') + 1
  const scope = key.slice(0, start)
  const groups = key.slice(start, -'::/64'.length).split(':')
  const site = groups.slice(0, 3).join(':')
  const household = Number.parseInt(groups[3] ?? '', 16) >> 8
  return [
    { key: `${scope}${site}:${household.toString(16)}::/56`, times: wider['56'] },
    { key: `${scope}${site}::/48`, times: wider['48'] },
  ]
}

/** Returns the /48 of an IPv6 network, or an IPv4 address unchanged. Scarce capacity is divided by site. */
export const siteOf = (network: string) =>
  network.endsWith('::/64') ? `${network.slice(0, nthColon(network, 3))}::/48` : network
