import { deflateRawSync } from 'node:zlib'
import { writeZip, type ZipPart } from './zip-writer.ts'

/** The code of each refused entry, or `ZIP_REFUSED` if the whole archive must be refused. */
type HostileZip = { what: string; zip: (harmless?: [Buffer | string, Buffer | string]) => Buffer; codes: string[] }

/** A hostile entry between two harmless pictures, which must still be imported. */
const oneOf = (what: string, code: string, part: ZipPart): HostileZip => ({
  what,
  codes: [code],
  zip: ([first, last] = ['first', 'last']) =>
    writeZip([{ name: 'first.jpg', body: first }, part, { name: 'last.jpg', body: last }]),
})

const whole = (what: string, zip: () => Buffer): HostileZip => ({ what, zip, codes: ['ZIP_REFUSED'] })

const unsafeNames = [
  '/etc/evil.jpg',
  '//server/evil.jpg',
  '../evil.jpg',
  'a/../../evil.jpg',
  'a/..',
  '..',
  'C:/evil.jpg',
  'c:evil.jpg',
  'a\\evil.jpg',
  '..\\evil.jpg',
  '\\\\server\\share\\evil.jpg',
  'a/..\\..\\evil.jpg',
  'nul\0.jpg',
  '',
  '../',
]

const zeros = (megabytes: number) => deflateRawSync(Buffer.alloc(megabytes * 2 ** 20), { level: 9 })
const packedZeros = (megabytes: number, rest: Partial<ZipPart> = {}): ZipPart => {
  const body = zeros(megabytes)
  return { name: 'bomb.jpg', body, method: 8, bytes: megabytes * 2 ** 20, ...rest }
}

const two = [
  { name: 'first.jpg', body: 'first' },
  { name: 'last.jpg', body: 'last' },
]

/** Lets the directory entry of one file reach into the next. */
const overlapping = () => writeZip([{ name: 'a.jpg', body: 'a', packedBytes: 60, bytes: 60 }, ...two])

export const hostileZips: HostileZip[] = [
  ...unsafeNames.map((name) => oneOf(`the name ${JSON.stringify(name)}`, 'UNSAFE_NAME', { name })),
  oneOf('a symbolic link', 'LINK', { name: 'link.jpg', body: '/etc/passwd', mode: 0o120777 }),
  oneOf('a link to a folder above', 'LINK', { name: 'folder', body: '../..', mode: 0o120777 }),
  oneOf('an encrypted picture', 'ENCRYPTED', { name: 'secret.jpg', flags: 0x801 }),
  oneOf('a strongly encrypted picture', 'ENCRYPTED', { name: 'secret.jpg', flags: 0x841 }),
  oneOf('a wrong checksum', 'DAMAGED', { name: 'a.jpg', crc: 1 }),
  oneOf('a wrong checksum of a packed file', 'DAMAGED', { name: 'a.jpg', crc: 1, isDeflated: true }),
  oneOf('a length that is too small', 'DAMAGED', { name: 'a.jpg', body: 'picture', bytes: 3 }),
  oneOf('a length that is too large', 'DAMAGED', { name: 'a.jpg', body: 'picture', bytes: 9 }),
  oneOf('bytes that cannot be unpacked', 'DAMAGED', { name: 'a.jpg', body: 'picture', method: 8 }),
  oneOf('a packed file that ends early', 'DAMAGED', {
    name: 'a.jpg',
    body: deflateRawSync(Buffer.alloc(5000, 'abc')).subarray(0, 8),
    method: 8,
    bytes: 5000,
  }),
  oneOf('an unknown method', 'UNSUPPORTED', { name: 'a.jpg', method: 93 }),
  oneOf('21 folders', 'TOO_DEEP', { name: `${'a/'.repeat(21)}a.jpg` }),
  oneOf('5,000 folders', 'TOO_DEEP', { name: `${'a/'.repeat(5000)}a.jpg` }),
  oneOf('2 MB packed 1,000 to 1', 'PACKED_TOO_TIGHTLY', packedZeros(2)),
  oneOf('40 MB packed 1,000 to 1', 'PACKED_TOO_TIGHTLY', packedZeros(40)),
  oneOf('40 MB that claim to be 10 bytes', 'PACKED_TOO_TIGHTLY', packedZeros(40, { bytes: 10 })),
  oneOf('an offset into another file', 'ZIP_REFUSED', { name: 'a.jpg', offset: 0 }),
  whole('files that overlap', overlapping),
  whole('a file that reaches past the directory', () => writeZip([{ name: 'a.jpg', packedBytes: 1e9, bytes: 1e9 }])),
  whole('a length of 2^62 bytes', () =>
    writeZip([{ name: 'a.jpg', isZip64: true, packedBytes: 0xffffffff, bytes: 0xffffffff }]),
  ),
  whole('100,001 entries', () => writeZip([{ name: 'a.jpg' }], { copies: 100_001, isZip64: true })),
  whole('100,001 entries that claim to be 65,535', () => writeZip([{ name: 'a.jpg' }], { copies: 100_001 })),
  whole('no end of the directory', () => writeZip(two, { isMissingEnd: true })),
  whole('a directory that begins elsewhere', () => writeZip(two, { directoryOffset: 7 })),
  whole('a directory past the end of the file', () => writeZip(two, { directoryOffset: 0xfffffff0 })),
  whole('half a ZIP', () => writeZip(two).subarray(0, 90)),
  whole('an empty file', () => Buffer.alloc(0)),
  whole('a picture instead of a ZIP', () => Buffer.alloc(100_000, 'jpeg')),
  whole('a directory of 64 MB', () => writeZip([{ name: `${'x'.repeat(60_000)}.jpg` }], { copies: 1100 })),
]
