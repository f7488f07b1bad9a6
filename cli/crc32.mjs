const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** Node 20 before 20.15 has no `zlib.crc32`. */
export function crc32(bytes, before = 0) {
  let crc = ~before
  for (let at = 0; at < bytes.length; at++) crc = table[(crc ^ bytes[at]) & 0xff] ^ (crc >>> 8)
  return ~crc >>> 0
}
