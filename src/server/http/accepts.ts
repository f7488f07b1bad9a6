import type { IncomingHttpHeaders } from 'node:http'

/** Browsers don't send headers this long, so the rest is ignored. */
const maxHeaderLength = 1024
const readable = (header: unknown) => String(header ?? '').slice(0, maxHeaderLength)

/** Matches the encoding unless its quality is zero. */
const patterns = {
  br: /\bbr\b(?!\s{0,4};\s{0,4}q=0(?:\.0{0,3})?\s{0,4}(?:,|$))/i,
  gzip: /\bgzip\b(?!\s{0,4};\s{0,4}q=0(?:\.0{0,3})?\s{0,4}(?:,|$))/i,
}
export type Encoding = keyof typeof patterns

export const accepts = (headers: IncomingHttpHeaders, encoding: Encoding) =>
  patterns[encoding].test(readable(headers['accept-encoding']))

/** Whether the client doesn't want any compression. Programs often don't, browsers always do. */
export const acceptsPlain = ({ 'accept-encoding': encodings = 'identity' }: IncomingHttpHeaders) =>
  encodings === 'identity'

export const bestEncoding = (headers: IncomingHttpHeaders): Encoding | undefined =>
  (['br', 'gzip'] as const).find((encoding) => accepts(headers, encoding))

export const hasVersion = (headers: IncomingHttpHeaders, etag: string) =>
  headers['if-none-match'] !== undefined && readable(headers['if-none-match']).includes(etag)
