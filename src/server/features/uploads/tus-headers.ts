import { AppError, invalidField } from '#shared/errors.ts'

type Header = string | string[] | undefined

function readCount(header: Header, name: string) {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) {
    throw invalidField(name, `${name} must be a whole number of bytes`)
  }
  return Number(header)
}

export function readLength(header: Header) {
  const length = readCount(header, 'Upload-Length')
  if (length === 0) throw invalidField('Upload-Length', 'The file is empty')
  return length
}

export const readOffset = (header: Header) => readCount(header, 'Upload-Offset')

const invalidMetadata = () =>
  invalidField('Upload-Metadata', 'Upload-Metadata must list names, each with a value in Base64')

const pair = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/

/** The header has pairs of a name and a Base64 value, separated by commas. */
export function readMetadata(header: Header): Map<string, string> {
  const metadata = new Map<string, string>()
  if (header === undefined || header === '') return metadata
  if (typeof header !== 'string') throw invalidMetadata()
  for (const entry of header.split(',')) {
    const [, name, value = ''] = pair.exec(entry.trim()) ?? []
    if (name === undefined || metadata.has(name) || value.length % 4 !== 0) throw invalidMetadata()
    metadata.set(name, decode(value))
  }
  return metadata
}

function decode(value: string) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'))
  } catch {
    throw invalidMetadata()
  }
}

export function requireContentType(header: Header) {
  const type = typeof header === 'string' ? header.split(';', 1)[0]?.trim().toLowerCase() : undefined
  if (type === 'application/offset+octet-stream') return
  throw new AppError('UNSUPPORTED_IMAGE', 'Send the bytes as application/offset+octet-stream')
}
