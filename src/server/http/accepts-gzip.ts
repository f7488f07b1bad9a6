import type { IncomingHttpHeaders } from 'node:http'

/** Whether the sender takes gzip; a quality of zero means that it does not. */
export const acceptsGzip = (headers: IncomingHttpHeaders) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(headers['accept-encoding'] ?? ''))
