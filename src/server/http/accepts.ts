import type { IncomingHttpHeaders } from 'node:http'

/** Named, and not only to say, by a quality of zero, that it is not wanted. */
const patterns = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
}
export type Encoding = keyof typeof patterns

/** Whether the sender takes what is packed in this way. */
export const accepts = (headers: IncomingHttpHeaders, encoding: Encoding) =>
  patterns[encoding].test(String(headers['accept-encoding'] ?? ''))

/** The tightest way of packing that the sender takes. */
export const bestEncoding = (headers: IncomingHttpHeaders): Encoding | undefined =>
  (['br', 'gzip'] as const).find((encoding) => accepts(headers, encoding))
