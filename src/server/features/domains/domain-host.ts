import { domainToASCII } from 'node:url'
import { invalidField } from '#shared/errors.ts'
import { hostMaxLength } from '#shared/limits.ts'

const example = 'Enter a domain such as photos.example.com'

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A host with a dot, in ASCII. Its last label has a letter, so it's no IP address. */
function isDomainName(host: string) {
  // First, because requests to an IP address are common.
  if (!/[a-z]/.test(host.slice(host.lastIndexOf('.') + 1))) return false
  const labels = host.split('.')
  return labels.length > 1 && labels.every((part) => label.test(part))
}

/** These names aren't in the public DNS. */
const localName = /\.(localhost|local|internal)$/

/** Reads the host of a request: in lower case, without a port and a trailing dot. */
export function hostOf(header: string) {
  const colon = header.lastIndexOf(':')
  const name = colon >= 0 && /^\d*$/.test(header.slice(colon + 1)) ? header.slice(0, colon) : header
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase()
}

/** Other hosts can't be domains, so they need no lookup. */
export const mayBeDomain = (host: string) => host.length <= hostMaxLength && isDomainName(host)

/** Returns the host that someone wants to use. Names in other scripts become punycode. `publicName` is our own host. */
export function parseHost(given: string, publicName: string) {
  const name = given.toLowerCase().replace(/\.$/, '')
  // `domainToASCII` would cut these off or decode them.
  const host = /[\s/\\?#@:%*[\]]/.test(name) ? '' : domainToASCII(name)
  if (host.length > hostMaxLength) throw invalidField('host', `Domain cannot be more than ${hostMaxLength} characters`)
  if (!isDomainName(host) || localName.test(host)) throw invalidField('host', example)
  if (host === publicName || host.endsWith(`.${publicName}`)) {
    throw invalidField('host', 'This domain belongs to Framelight. Enter one of your own')
  }
  return host
}
