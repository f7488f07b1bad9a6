import type { IncomingHttpHeaders } from 'node:http'

/** No browser's header is nearly as long; what comes after is not looked at. */
const maxHeaderLength = 1024
const readable = (header: unknown) => String(header ?? '').slice(0, maxHeaderLength)

/** Named, and not only to say, by a quality of zero, that it is not wanted. */
const patterns = {
  br: /\bbr\b(?!\s{0,4};\s{0,4}q=0(?:\.0{0,3})?\s{0,4}(?:,|$))/i,
  gzip: /\bgzip\b(?!\s{0,4};\s{0,4}q=0(?:\.0{0,3})?\s{0,4}(?:,|$))/i,
}
export type Encoding = keyof typeof patterns

/** Whether the sender takes what is packed in this way. */
export const accepts = (headers: IncomingHttpHeaders, encoding: Encoding) =>
  patterns[encoding].test(readable(headers['accept-encoding']))

/** The tightest way of packing that the sender takes. */
export const bestEncoding = (headers: IncomingHttpHeaders): Encoding | undefined =>
  (['br', 'gzip'] as const).find((encoding) => accepts(headers, encoding))

/** Whether the sender has this version already. */
export const hasVersion = (headers: IncomingHttpHeaders, etag: string) =>
  headers['if-none-match'] !== undefined && readable(headers['if-none-match']).includes(etag)
