import { domainToASCII } from 'node:url'

/** Gmail delivers `a.b@` and `ab@` to the same inbox. */
const ignoresDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/** Maps equivalent spellings of an address to one inbox, so limits and opt-outs apply to all of them. */
export function inboxOf(email: string) {
  const text = email.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const host = text.slice(at + 1).replace(/\.$/, '')
  const domain = domainToASCII(host) || host
  // Quotes and backslashes don't change the recipient (RFC 5321).
  const name = text.slice(0, at).replace(/["\\]/g, '')
  const plus = name.indexOf('+')
  const person = plus > 0 ? name.slice(0, plus) : name
  return ignoresDots.has(domain) ? `${person.replaceAll('.', '')}@gmail.com` : `${person}@${domain}`
}
