import { domainToASCII } from 'node:url'
import { invalidField } from '#shared/errors.ts'
import { hostMaxLength } from '#shared/limits.ts'

const example = 'Enter a domain such as photos.example.com'

/** A host with a dot, in ASCII. Its last label has a letter, so it's no IP address. */
const domainName = /^(?=.*[a-z][^.]*$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** These names aren't in the public DNS. */
const localName = /\.(localhost|local|internal)$/

/** Reads the host of a request: in lower case, without a port and a trailing dot. */
export const hostOf = (header: string) => header.toLowerCase().replace(/\.?(:\d*)?$/, '')

/** Other hosts can't be domains, so they need no lookup. */
export const mayBeDomain = (host: string) => host.length <= hostMaxLength && domainName.test(host)

/** Returns the host that someone wants to use. Names in other scripts become punycode. `publicName` is our own host. */
export function parseHost(given: string, publicName: string) {
  const name = given.toLowerCase().replace(/\.$/, '')
  // `domainToASCII` would cut these off or decode them.
  const host = /[\s/\\?#@:%*[\]]/.test(name) ? '' : domainToASCII(name)
  if (host.length > hostMaxLength) throw invalidField('host', `Domain cannot be more than ${hostMaxLength} characters`)
  if (!domainName.test(host) || localName.test(host)) throw invalidField('host', example)
  if (host === publicName || host.endsWith(`.${publicName}`)) {
    throw invalidField('host', 'This domain belongs to Framelight. Enter one of your own')
  }
  return host
}
