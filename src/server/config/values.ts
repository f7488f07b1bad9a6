import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { parseStorageUrl } from '#server/platform/storage/parse-storage-url.ts'
import { maxFileLimitMb, maxTrashDays } from '#shared/limits.ts'

// Error messages complete a sentence that starts with the variable's name. They never repeat the value, which may be a
// secret.

export const text = z.string()

export const oneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  z.enum(choices, `must be one of ${choices.join(', ')}`)

/** The operator sees the message of any error that `parse` throws. */
const readBy = <Value>(parse: (value: string) => Value) =>
  z.pipe(
    z.string(),
    z.transform((value, { issues }) => {
      try {
        return parse(value)
      } catch (error) {
        issues.push({ code: 'custom', message: (error as Error).message, input: value })
        return z.NEVER
      }
    }),
  )

export const port = readBy((value) => {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0 || number > 65_535) throw new Error('must be a number from 0 to 65535')
  return number
})

export const yesOrNo = z.pipe(
  oneOf(['true', 'false']),
  z.transform((value) => value === 'true'),
)

export const megabytes = readBy((value) => {
  if (!/^\d{1,9}$/.test(value)) throw new Error('must be a whole number of megabytes, 0 or more')
  return Number(value)
})

export const limit = readBy((value) => {
  if (value === 'unlimited') return null
  if (!/^\d{1,7}$/.test(value)) throw new Error('must be a whole number (0 or more) or unlimited')
  return Number(value)
})

export const fileLimit = readBy((value) => {
  if (value === 'unlimited') return maxFileLimitMb
  const number = /^\d{1,3}$/.test(value) ? Number(value) : 0
  if (number < 1 || number > maxFileLimitMb) {
    throw new Error(
      `must be a whole number of megabytes from 1 to ${maxFileLimitMb}, or unlimited, which means ${maxFileLimitMb}`,
    )
  }
  return number
})

export const trashDays = readBy((value) => {
  if (!/^\d{1,3}$/.test(value) || Number(value) > maxTrashDays) {
    throw new Error(`must be a whole number of days from 0 to ${maxTrashDays}`)
  }
  return Number(value)
})

export const domainGraceDays = readBy((value) => {
  if (!/^\d{1,3}(\.\d{1,9})?$/.test(value)) throw new Error('must be a number of days, such as 7 or 0.5')
  return Number(value)
})

/** IP addresses with an optional port. In front of a port, an IPv6 address is in brackets. */
export const dnsServers = readBy((list) => {
  const servers = list.split(',').map((server) => server.trim())
  for (const server of servers) {
    const [, bracketed, plain, port = '53'] = /^(?:\[(.+)\]|([^[\]:]+))(?::(\d{1,5}))?$/.exec(server) ?? []
    const isAddress = isIP(server) !== 0 || isIP(bracketed ?? '') === 6 || isIP(plain ?? '') === 4
    if (!isAddress || Number(port) < 1 || Number(port) > 65_535) {
      throw new Error('must be IP addresses, with or without a port, separated by commas')
    }
  }
  return servers
})

export const wholeNumber = readBy((value) => {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new Error('must be a whole number, 1 or more')
  return Number(value)
})

export const minutesOfADay = readBy((value) => {
  const number = /^\d{1,4}$/.test(value) ? Number(value) : 0
  if (number < 1 || number > 1440) throw new Error('must be a whole number of minutes from 1 to 1440')
  return number
})

export const origin = (example: string) =>
  readBy((value) => {
    const url = URL.parse(value)
    if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must start with http:// or https://')
    if (url.pathname !== '/' || url.search || url.hash) {
      throw new Error(`must be an origin without a path, such as ${example}`)
    }
    return url.origin
  })

export const webUrl = text.check(
  z.refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'must start with http:// or https://'),
)

/** Providers compare this URL character by character, so it's kept as it is. */
export const issuer = readBy((value) => {
  const url = URL.parse(value)
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url)))) {
    throw new Error('must start with https:// (http:// works only for a provider on this machine)')
  }
  if (url.search || url.hash || url.username || url.password) {
    throw new Error('must be a URL without a user name, query or fragment')
  }
  return value
})

export const isThisMachine = ({ hostname }: URL) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)

export const scopes = text.check(
  z.refine((value) => value.split(/\s+/).includes('openid'), 'must include openid'),
  z.regex(/^[\x21\x23-\x5b\x5d-\x7e ]*$/, 'must be a list of scopes separated by spaces'),
)

export const folder = readBy((path) => resolve(path))

export const postgresUrl = text.check(
  z.regex(/^postgres(ql)?:\/\//, 'must start with postgres:// (leave it empty for SQLite)'),
)

export const storageUrl = readBy(parseStorageUrl)

export const secrets = readBy((list): [string, ...string[]] => {
  const [first = '', ...others] = list.split(',').map((secret) => secret.trim())
  if ([first, ...others].some((secret) => secret.length < 16)) {
    throw new Error("must be at least 16 characters long (each, if it's a list)")
  }
  return [first, ...others]
})

export const smtpUrl = text.check(
  z.refine((value) => /^smtps?:$/.test(URL.parse(value)?.protocol ?? ''), 'must start with smtp:// or smtps://'),
)

export const email = text.check(z.regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'))

export const sender = text.check(
  z.regex(
    /^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
    'must be an email address, or a name with one in angle brackets',
  ),
)

/** Fastify calls this for each proxy, starting with the nearest, which is hop 0. */
type TrustHop = (address: string, hop: number) => boolean

export const trustedProxies = readBy((value): false | string | TrustHop => {
  if (value === 'false') return false
  // Trusting every proxy would let visitors spoof their IP address, so `true` only trusts the nearest one.
  const hops = value === 'true' ? '1' : value
  if (/^\d+$/.test(hops)) return (_address, hop) => hop < Number(hops)
  const proxies = value.split(',').map((proxy) => proxy.trim())
  if (proxies.every(isProxy)) return proxies.join(', ')
  throw new Error('must be true, false, a number of hops, or IP addresses separated by commas')
})

function isProxy(proxy: string) {
  const [address = '', prefix, ...rest] = proxy.split('/')
  const version = isIP(address)
  if (version === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(proxy)
  if (prefix === undefined) return true
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}
