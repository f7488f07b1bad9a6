import { damaged } from './image-header.ts'

/** A box of the ISO base media file format. `body` starts after the header. All numbers are file positions. */
type Box = { type: string; start: number; body: number; end: number }
type Item = { id: number; type: string; info: Box; extents: { start: number; end: number }[] }
export type Heif = { boxes: Box[]; meta: Box; metaBoxes: Box[]; items: Item[]; primary: number; properties: Box[] }

const TOP_LEVEL = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'uuid', 'udta', 'idat'])

export function readHeif(bytes: Buffer): Heif {
  const boxes = topLevelBoxes(bytes)
  const meta = boxes.find((box) => box.type === 'meta')
  if (!meta) throw damaged()
  const metaBoxes = [...readBoxes(bytes, meta.body + 4, meta.end)]
  const find = (type: string) => metaBoxes.find((box) => box.type === type)
  const iprp = find('iprp')
  const ipco = iprp && [...readBoxes(bytes, iprp.body, iprp.end)].find((box) => box.type === 'ipco')
  return {
    boxes,
    meta,
    metaBoxes,
    primary: primaryItem(bytes, find('pitm')),
    items: readItems(bytes.subarray(0, boxes.at(-1)?.end), find('iinf'), find('iloc'), find('idat')),
    properties: ipco ? [...readBoxes(bytes, ipco.body, ipco.end)] : [],
  }
}

function primaryItem(bytes: Buffer, pitm?: Box): number {
  if (!pitm) throw damaged()
  return bytes.readUInt8(pitm.body) === 0 ? bytes.readUInt16BE(pitm.body + 4) : bytes.readUInt32BE(pitm.body + 4)
}

/** An incomplete box means that the file is truncated. Bytes that aren't a box are trailing data. */
function topLevelBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length && TOP_LEVEL.has(bytes.toString('latin1', at + 4, at + 8)); ) {
    const box = readBox(bytes, at, bytes.length)
    boxes.push(box)
    at = box.end
  }
  return boxes
}

function* readBoxes(bytes: Buffer, start: number, end: number): Generator<Box> {
  for (let at = start; at + 8 <= end; ) {
    const box = readBox(bytes, at, end)
    yield box
    at = box.end
  }
}

function readBox(bytes: Buffer, start: number, limit: number): Box {
  const size = bytes.readUInt32BE(start)
  const body = start + (size === 1 ? 16 : 8)
  const end = size === 0 ? limit : start + (size === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : size)
  if (end < body || end > limit) throw damaged()
  return { type: bytes.toString('latin1', start + 4, start + 8), start, body, end }
}

function readItems(bytes: Buffer, iinf?: Box, iloc?: Box, idat?: Box): Item[] {
  if (!iinf || !iloc) throw damaged()
  const extents = readLocations(bytes, iloc, idat)
  const items: Item[] = []
  const isShort = bytes.readUInt8(iinf.body) === 0
  for (const info of readBoxes(bytes, iinf.body + (isShort ? 6 : 8), iinf.end)) {
    const version = bytes.readUInt8(info.body)
    if (info.type !== 'infe' || version < 2) continue
    const id = version === 2 ? bytes.readUInt16BE(info.body + 4) : bytes.readUInt32BE(info.body + 4)
    const typeAt = itemTypeAt(bytes, info)
    items.push({ id, type: bytes.toString('latin1', typeAt, typeAt + 4), info, extents: extents.get(id) ?? [] })
  }
  return items
}

export const itemTypeAt = (bytes: Buffer, info: Box) => info.body + (bytes.readUInt8(info.body) === 2 ? 8 : 10)

/** Returns the byte ranges of each item. They have to be inside the file, and their total can't exceed its size. */
function readLocations(bytes: Buffer, iloc: Box, idat?: Box): Map<number, Item['extents']> {
  let at = iloc.body
  const take = (size: number) => {
    if (at + size > iloc.end) throw damaged()
    const high = size === 8 ? bytes.readUInt32BE(at) : 0
    const value = size === 0 ? 0 : bytes.readUIntBE(at + Math.max(0, size - 4), Math.min(size, 4))
    at += size
    return high * 2 ** 32 + value
  }
  const version = take(1)
  take(3)
  const sizes = take(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version === 0 ? 0 : sizes & 15
  if ([offsetSize, lengthSize, baseSize, indexSize].some((size) => ![0, 4, 8].includes(size))) throw damaged()
  const found = new Map<number, Item['extents']>()
  let total = 0
  for (let left = take(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const id = take(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : take(2) & 15
    const isElsewhere = take(2) !== 0
    const base = take(baseSize)
    if (isElsewhere || method > 1 || (method === 1 && !idat)) throw damaged()
    const origin = method === 1 && idat ? idat.body : 0
    const extents: Item['extents'] = []
    for (let count = take(2); count > 0; count -= 1) {
      take(indexSize)
      const start = origin + base + take(offsetSize)
      const length = take(lengthSize)
      const end = length === 0 ? bytes.length : start + length
      total += end - start
      if (start > end || end > bytes.length || total > bytes.length) throw damaged()
      extents.push({ start, end })
    }
    found.set(id, extents)
  }
  return found
}
