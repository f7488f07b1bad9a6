import { crc32, deflateRawSync } from 'node:zlib'

/** Everything after `body` lets an entry lie about itself. */
export type ZipPart = {
  name: string | Buffer
  body?: Buffer | string
  isDeflated?: boolean
  crc?: number
  bytes?: number
  packedBytes?: number
  flags?: number
  method?: number
  /** The Unix mode, such as 0o120777 for a symbolic link. */
  mode?: number
  offset?: number
  isZip64?: boolean
}

type Whole = {
  isZip64?: boolean
  comment?: string
  directoryOffset?: number
  /** How often the directory lists the entries. */
  copies?: number
  isMissingEnd?: boolean
}

const numbers = (parts: [bytes: 2 | 4 | 8, value: number][]) =>
  Buffer.concat(
    parts.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes)
      if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value))
      else buffer.writeUIntLE(value, 0, bytes)
      return buffer
    }),
  )

/** Writes ZIPs that no sane program would, byte by byte. */
export function writeZip(parts: ZipPart[], whole: Whole = {}) {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  const push = (...more: Buffer[]) => {
    for (const chunk of more) {
      chunks.push(chunk)
      at += chunk.length
    }
  }
  for (const part of parts) {
    const body = Buffer.from(part.body ?? 'picture')
    const packed = part.isDeflated ? deflateRawSync(body) : body
    const name = Buffer.from(part.name)
    const facts = {
      flags: part.flags ?? 0x800,
      method: part.method ?? (part.isDeflated ? 8 : 0),
      crc: part.crc ?? crc32(body),
      packedBytes: part.packedBytes ?? packed.length,
      bytes: part.bytes ?? body.length,
      offset: part.offset ?? at,
    }
    const { flags, method, crc } = facts
    push(
      numbers([
        [4, 0x04034b50],
        [2, 20],
        [2, flags],
        [2, method],
        [4, 0],
        [4, crc],
        [4, facts.packedBytes],
        [4, facts.bytes],
        [2, name.length],
        [2, 0],
      ]),
      name,
      packed,
    )
    const wide = part.isZip64
      ? numbers([
          [2, 1],
          [2, 24],
          [8, facts.bytes],
          [8, facts.packedBytes],
          [8, facts.offset],
        ])
      : Buffer.alloc(0)
    const narrow = (value: number) => (part.isZip64 ? 0xffffffff : value)
    directory.push(
      numbers([
        [4, 0x02014b50],
        [2, (3 << 8) | 45],
        [2, 45],
        [2, flags],
        [2, method],
        [4, 0],
        [4, crc],
        [4, narrow(facts.packedBytes)],
        [4, narrow(facts.bytes)],
        [2, name.length],
        [2, wide.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, (part.mode ?? 0o100644) * 0x10000],
        [4, narrow(facts.offset)],
      ]),
      name,
      wide,
    )
  }
  const start = whole.directoryOffset ?? at
  const list = Buffer.concat(Array<Buffer>(whole.copies ?? 1).fill(Buffer.concat(directory)))
  push(list)
  if (whole.isZip64) push(...zip64End(at, parts.length * (whole.copies ?? 1), list.length, start))
  const narrow = (value: number, marker: number) => (whole.isZip64 ? marker : value)
  const count = narrow(Math.min(0xffff, parts.length * (whole.copies ?? 1)), 0xffff)
  const end = [
    numbers([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
      [4, narrow(list.length, 0xffffffff)],
      [4, narrow(start, 0xffffffff)],
      [2, Buffer.byteLength(whole.comment ?? '')],
    ]),
    Buffer.from(whole.comment ?? ''),
  ]
  if (!whole.isMissingEnd) push(...end)
  return Buffer.concat(chunks)
}

const zip64End = (at: number, entries: number, bytes: number, start: number) => [
  numbers([
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, entries],
    [8, entries],
    [8, bytes],
    [8, start],
  ]),
  numbers([
    [4, 0x07064b50],
    [4, 0],
    [8, at],
    [4, 1],
  ]),
]
