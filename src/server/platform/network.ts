/** Nearly every IPv6 address, as systems write it: four groups without needless zeros, then the half that does not count. */
const writtenOut = /^[1-9a-f][\da-f]{0,3}(?::(?:0|[1-9a-f][\da-f]{0,3})){3}:[\da-f:]+$/

/** More than the longest address with the name of an interface behind it. */
const maxLength = 64

function nthColon(text: string, count: number) {
  let at = -1
  for (let seen = 0; seen < count; seen++) at = text.indexOf(':', at + 1)
  return at
}

/** An IPv4 address, or the /64 of an IPv6 address: inside its /64 a client can choose addresses at will. */
export function networkOf(address: string) {
  // A proxy may pass on anything as an address; keys made of it stay short.
  const ip = address.length > maxLength ? address.slice(0, maxLength) : address
  if (!ip.includes(':')) return ip
  // Every visit asks for it, and this takes a tenth of the time of what follows.
  if (writtenOut.test(ip)) return `${ip.slice(0, nthColon(ip, 4))}::/64`
  // An IPv6 address can be written in many ways; the rules for one in a URL leave a single one.
  const written = URL.parse(`http://[${ip.split('%', 1)[0]}]`)?.hostname.slice(1, -1)
  if (written === undefined) return ip
  const [front = [], back = []] = written.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  const isMappedIPv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!isMappedIPv4) return `${groups.slice(0, 4).join(':')}::/64`
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
