import { crc32 } from 'node:zlib'

/** Reads the files listed in a ZIP's central directory. Throws if an entry is compressed or damaged. */
export function readZip(bytes: Buffer): { name: string; body: Buffer; modifiedAt: Date }[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('The ZIP is incomplete')
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  return Array.from({ length: count }, () => {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const size = bytes.readUInt32LE(at + 24)
    const name = bytes.toString('utf8', at + 46, at + 46 + Number(nameLength))
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const body = bytes.subarray(start, start + size)
    if (bytes.readUInt16LE(at + 10) !== 0) throw new Error(`${name} is compressed`)
    if (crc32(body) !== bytes.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`)
    const extra = bytes.subarray(at + 46 + Number(nameLength)).subarray(0, extraLength)
    // The time in seconds follows a four-byte header and one byte of flags.
    const modifiedAt = new Date(1000 * extra.readUInt32LE(extra.indexOf('UT') + 5))
    at += 46 + Number(nameLength) + Number(extraLength) + Number(commentLength)
    return { name, body, modifiedAt }
  })
}
