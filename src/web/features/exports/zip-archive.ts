type Entry = { isDeflated: boolean; offset: number; packedBytes: number }

const signatures = { end: 0x06054b50, zip64End: 0x06064b50, zip64Locator: 0x07064b50, entry: 0x02014b50 }
const endBytes = 22
const maxComment = 0xffff
const maxDirectoryBytes = 256 * 1024 * 1024
/** Replaces a number that doesn't fit into 32 bits. The zip64 fields contain the real value. */
const zip64Marker = 0xffffffff

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer())
/** Protects against zip bombs: the real size of an entry isn't known until it's unpacked. */
export class ZipEntryTooLarge extends Error {}

const tooLarge = () => new ZipEntryTooLarge('A file in this ZIP is too large.')
const damaged = () => new Error("This file isn't a ZIP, or it's incomplete.")

/** Reads entries on demand and keeps only the list of files in memory, because exports can be gigabytes in size. */
export async function openZip(file: Blob) {
  const entries = readDirectory(await findDirectory(file))

  return {
    /** Returns undefined if there's no such entry. Throws if the entry, packed or unpacked, exceeds `maxBytes`. */
    async read(name: string, maxBytes: number): Promise<Blob | undefined> {
      const entry = entries.get(name)
      if (!entry) return undefined
      const head = await viewOf(file.slice(entry.offset, entry.offset + 30))
      if (head.byteLength < 30) throw damaged()
      const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true)
      const packed = file.slice(start, start + entry.packedBytes)
      if (packed.size < entry.packedBytes) throw damaged()
      if (packed.size > maxBytes) throw tooLarge()
      if (!entry.isDeflated) return packed
      const unpacked = packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))
      return new Response(unpacked.pipeThrough(atMost(maxBytes))).blob()
    },
  }
}
export type ZipArchive = Awaited<ReturnType<typeof openZip>>

function atMost(maxBytes: number) {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) controller.error(tooLarge())
      else controller.enqueue(chunk)
    },
  })
}

async function findDirectory(file: Blob): Promise<DataView> {
  const tailAt = Math.max(0, file.size - endBytes - maxComment)
  const tail = await viewOf(file.slice(tailAt))
  let end = tail.byteLength - endBytes
  while (end >= 0 && tail.getUint32(end, true) !== signatures.end) end--
  if (end < 0) throw damaged()
  let [bytes, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  const locator = end - 20
  if (locator >= 0 && tail.getUint32(locator, true) === signatures.zip64Locator) {
    const at = Number(tail.getBigUint64(locator + 8, true))
    const zip64End = await viewOf(file.slice(at, at + 56))
    if (zip64End.byteLength < 56 || zip64End.getUint32(0, true) !== signatures.zip64End) throw damaged()
    bytes = Number(zip64End.getBigUint64(40, true))
    offset = Number(zip64End.getBigUint64(48, true))
  }
  const directory = file.slice(offset, offset + bytes)
  if (directory.size < bytes || bytes > maxDirectoryBytes) throw damaged()
  return viewOf(directory)
}

function readDirectory(directory: DataView) {
  const entries = new Map<string, Entry>()
  const names = new TextDecoder()
  for (let at = 0; at + 46 <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== signatures.entry) throw damaged()
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => directory.getUint16(at + place, true))
    const extraAt = at + 46 + Number(nameBytes)
    const next = extraAt + Number(extraBytes) + Number(commentBytes)
    if (next > directory.byteLength) throw damaged()
    const name = names.decode(new Uint8Array(directory.buffer, at + 46, nameBytes))
    const sizes = sizesOf(directory, at, extraAt, Number(extraBytes))
    entries.set(name, { isDeflated: directory.getUint16(at + 10, true) === 8, ...sizes })
    at = next
  }
  return entries
}

/** The zip64 extra field contains only the values that don't fit into 32 bits, in this order. */
function sizesOf(directory: DataView, at: number, extraAt: number, extraBytes: number) {
  const [size, packedBytes, offset] = [24, 20, 42].map((place) => directory.getUint32(at + place, true))
  const large: number[] = []
  for (let extra = extraAt; extra + 4 <= extraAt + extraBytes; extra += 4 + directory.getUint16(extra + 2, true)) {
    if (directory.getUint16(extra, true) !== 1) continue
    const count = directory.getUint16(extra + 2, true) >> 3
    for (let n = 0; n < count; n++) large.push(Number(directory.getBigUint64(extra + 4 + n * 8, true)))
  }
  const take = (value = 0) => (value === zip64Marker ? (large.shift() ?? value) : value)
  take(size)
  return { packedBytes: take(packedBytes), offset: take(offset) }
}
