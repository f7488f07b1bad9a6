import { domainToASCII } from 'node:url'

/** The only large provider that delivers `a.b@` and `ab@` to the same person. */
const ignoresDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/** The inbox behind an email address, which can be written in many ways: limits and stops count them as one. */
export function inboxOf(email: string) {
  const text = email.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const host = text.slice(at + 1).replace(/\.$/, '')
  const domain = domainToASCII(host) || host
  // Quotes and backslashes change nothing about whom an address belongs to (RFC 5321).
  const name = text.slice(0, at).replace(/["\\]/g, '')
  const plus = name.indexOf('+')
  const person = plus > 0 ? name.slice(0, plus) : name
  return ignoresDots.has(domain) ? `${person.replaceAll('.', '')}@gmail.com` : `${person}@${domain}`
}
